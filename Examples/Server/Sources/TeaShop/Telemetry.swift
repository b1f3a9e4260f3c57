// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CoreMetrics
import Logging
import Tracing

/// Says where logs, metrics and spans of the process go; once, and first of all.
package func bootstrapTelemetry() {
    LoggingSystem.bootstrap { JSONLogHandler(label: $0) }
    MetricsSystem.bootstrap(TextMetrics.shared)
    InstrumentationSystem.bootstrap(LogTracer())
}
