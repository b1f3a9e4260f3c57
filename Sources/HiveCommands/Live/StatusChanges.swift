// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import HiveReports

/// What a person, or a program, is told who watches a hive: all of its status, and then a line for each change.
struct StatusChanges {
    private let display: Display
    private let isJSON: Bool
    /// What the hive has said of itself last.
    private var hive: LiveHive?

    init(_ display: Display, isJSON: Bool) {
        (self.display, self.isJSON) = (display, isJSON)
    }

    /// The text for lines of the answer, which came together.
    mutating func text(_ objects: [[String: ConfigurationValue]]) throws(ControlFault) -> String {
        if hive != nil, !isJSON {
            var lines = ""
            for object in objects { lines += line(object) ?? "" }
            return lines
        }
        hive = objects.compactMap(LiveHive.init).last ?? hive
        if isJSON { return objects.map { "\(ConfigurationValue.dictionary($0).json)\n" }.joined() }
        return try LiveStatus(objects).report(on: display).text + "\n"
    }

    /// What there is to say when the hive tells nothing more, behind what was said before.
    func result(behind output: String) -> CommandResult {
        let text = "no more is told, because ControlModule is torn down"
        if let hive, hive.isStopping {
            let end = isJSON ? "" : "\(time)\(hive.name.onOneLine): \(text)\n"
            return CommandResult(output: output + end, errors: "", exitCode: 0)
        }
        let error = "error: \(text) while the hive is \((hive?.state ?? "").onOneLine); ask again\n"
        return CommandResult(output: output, errors: error, exitCode: 68)
    }

    private mutating func line(_ object: [String: ConfigurationValue]) -> String? {
        if let hive = LiveHive(object) {
            defer { self.hive = hive }
            let state = [hive.state, hive.entries.text("stopReason")].compactMap(\.self).joined(separator: ": ")
            let reasons = hive.entries.texts("withheld").joined(separator: "; ")
            let text = "\(hive.name): \(state), \(hive.readiness(on: Display()))"
            let isReloaded = hive.reloadNumber > self.hive?.reloadNumber ?? 0
            let news = isReloaded ? ", reload: \(hive.reload?.outcome ?? "")" : ""
            return laidOut(text + (reasons.isEmpty ? "" : ", \(reasons)") + news, hive.isReady ? .green : .red)
        }
        return LiveModule(object).map { module in
            let restarts = module.restarts > 0 ? ", after \(module.restarts.counted("restart"))" : ""
            let work = module.work.map { ", its work \($0)" } ?? ""
            return laidOut("\(module.name): \(module.state)\(work)\(restarts)", module.colour)
        }
    }

    /// A line behind the time of the day, which goes on below where it has no room.
    private func laidOut(_ text: String, _ colour: Display.Colour) -> String {
        let time = time
        let lines = display.lines(text.onOneLine, beside: time.count).map { display.paint($0, colour) }
        return time + lines.joined(separator: "\n" + "".leftAligned(in: time.count)) + "\n"
    }

    /// The time of the day where the terminal is.
    private var time: String {
        var (now, parts) = (timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &now)
        localtime_r(&now.tv_sec, &parts)
        let digits = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { "\($0)".rightAligned(in: 2, behind: "0") }
        return digits.joined(separator: ":") + "  "
    }
}
