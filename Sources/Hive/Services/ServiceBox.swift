// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An instance of a service, in a box of the type under which it is looked up.
///
/// The key's identity proves the box's type, so a lookup needs no dynamic cast.
class AnyServiceBox: @unchecked Sendable {
    // Sound: boxes are immutable, and what they hold is `Sendable`: the public API asks for it. What a property list
    // names cannot be asked at run time; see DESIGN on protocols that do not refine `Sendable`.
    // ReadStormTests reads boxes from many threads under the thread sanitizer.
}

// Sound: see AnyServiceBox.
final class ServiceBox<Service>: AnyServiceBox, @unchecked Sendable {
    let service: Service

    init(_ service: Service) {
        self.service = service
    }
}

/// Where readers find the shared instance of one key; a slot stays for as long as its manager.
final class ServiceSlot: Sendable {
    let key: ServiceKey
    let current = SharedReference<AnyServiceBox>()

    init(_ key: ServiceKey) {
        self.key = key
    }
}
