// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension HiveErrorCode {
    /// No module has registered a target of that name.
    public static let unknownTarget = HiveErrorCode("HiveRouting.unknownTarget")
    /// A target's name without its Swift module, which several targets have.
    public static let ambiguousTarget = HiveErrorCode("HiveRouting.ambiguousTarget")
    /// The target has no action of that name.
    public static let unknownAction = HiveErrorCode("HiveRouting.unknownAction")
    /// A parameter is missing, superfluous, or of another type than declared.
    public static let parameterMismatch = HiveErrorCode("HiveRouting.parameterMismatch")
    /// The result is of another type than the one asked for.
    public static let resultMismatch = HiveErrorCode("HiveRouting.resultMismatch")
    /// A name, a scheme or a pattern that cannot be registered as it is.
    public static let invalidRoute = HiveErrorCode("HiveRouting.invalidRoute")
    /// A text that is no URL by the rules of ``RoutedURL``.
    public static let malformedURL = HiveErrorCode("HiveRouting.malformedURL")
    /// A URL, or a JSON text in it, that is larger than ``URLLimits`` allow.
    public static let limitExceeded = HiveErrorCode("HiveRouting.limitExceeded")
    /// A URL whose scheme nobody has accepted.
    public static let unknownScheme = HiveErrorCode("HiveRouting.unknownScheme")
    /// A URL that leads to no route, no action and no exported method.
    public static let unknownRoute = HiveErrorCode("HiveRouting.unknownRoute")
    /// A URL from outside that leads to something that is not marked ``Access/remote``.
    public static let notRemote = HiveErrorCode("HiveRouting.notRemote")
    /// A call that is not allowed; interceptors throw it.
    public static let denied = HiveErrorCode("HiveRouting.denied")
}

extension HiveObservation.Kind {
    /// A routed call ended; its subject is what was called.
    public static let didPerform = HiveObservation.Kind.library("HiveRouting.didPerform")
    /// A URL from outside was refused; the observation's error has the reason, which the outsider does not get.
    public static let refusedURL = HiveObservation.Kind.library("HiveRouting.refusedURL")
}
