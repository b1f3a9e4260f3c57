// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

// Entries and lists that stand where others belong: each is one problem that says where it belongs.

extension PropertyListReader {
    /// Reports a root that has another form than its file; returns whether it is of no use then.
    mutating func reportsMisplaced(as form: StatedFile.Form) -> Bool {
        func report(_ message: String, _ remedy: String) -> Bool {
            file.missing = [.modules, .services]
            refuse(root, message, remedy: remedy)
            return true
        }
        let list = root.elements
        switch form {
        case .modules, .dropIn:
            if root.isModule, root["moduleClasses"] == nil {
                return report(
                    "The file is a single module, and no list of modules.",
                    root.isJSON
                        ? "Put {\"moduleClasses\": [ before it, and ]} behind it."
                        : "Put <dict><key>moduleClasses</key><array> before its <dict>, and </array></dict> behind it."
                )
            }
            if form == .modules, root.isService || list?.contains(where: \.isService) == true {
                return report(
                    "The file has the form of services\(root.ending): it lists services.",
                    "Swap it with the other file, or write a dictionary with \"moduleClasses\" into it."
                )
            }
            if let list, form == .modules || list.contains(where: \.isModule) {
                return report(
                    "The file is an array, and modules are listed in a dictionary.",
                    root.isJSON
                        ? "Put {\"moduleClasses\": before the array, and } behind it."
                        : "Put <dict><key>moduleClasses</key> before the <array>, and </dict> behind the </array>."
                )
            }
        case .services:
            if root["moduleClasses"] != nil || root.isModule || list?.allSatisfy(\.isModule) == true,
                list?.isEmpty != true
            {
                return report(
                    "The file has the form of modules\(root.ending): it lists modules.",
                    "Swap it with the other file, or write an array of services into it."
                )
            }
        }
        if root.isService {
            return report(
                "The file is a single service, and no list of services.",
                root.isJSON
                    ? "Put [ before it, and ] behind it."
                    : "Put <array> before its <dict>, and </array> behind it."
            )
        }
        return false
    }

    /// Reports a service among modules; returns whether it is one.
    mutating func reportsServiceAmongModules(_ cursor: PropertyListCursor) -> Bool {
        guard cursor.isService else { return false }
        file.missing.insert(.services)
        let remedy = "Move it into services\(cursor.ending), or under \"services\" in a drop-in."
        refuse(cursor, "This is a service, and the list is one of modules.", remedy: remedy)
        return true
    }

    /// Reports a module among services; returns whether it is one.
    mutating func reportsModuleAmongServices(_ cursor: PropertyListCursor) -> Bool {
        guard cursor.isModule else { return false }
        file.missing.insert(.modules)
        let remedy = "Move it under \"moduleClasses\" in modules\(cursor.ending)."
        refuse(cursor, "This is a module, and the list is one of services.", remedy: remedy)
        return true
    }
}

extension PropertyListCursor {
    /// Whether the value looks like an entry of services.plist.
    fileprivate var isService: Bool { self["service"] != nil || self["impl"] != nil }

    /// Whether the value looks like an entry of modules.plist.
    fileprivate var isModule: Bool { self["moduleClass"] != nil }
}
