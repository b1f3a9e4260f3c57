// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension ConfigurationLoader {
    /// Reads the property lists of a folder, overlays and drop-ins included.
    ///
    /// - Returns: The files in the order in which they were read, and which overlays are among them.
    mutating func readFolder(_ folder: String, _ overlays: OverlayChoice) -> ([String], OverlaysRead) {
        if refusesFile(folder) { return ([], OverlaysRead(for: nil, among: [])) }
        let names = list(folder, isNeeded: false)
        let prefix = FileName.prefix(folder)
        let dropIns = list(prefix + ConfigurationFiles.dropInFolder, isNeeded: true)
        warnOfNearDropInFolders(folder, prefix)
        let base = ConfigurationFiles(in: folder, environment: nil, names: names, dropIns: dropIns)
        readModules(base.modules)

        // What modules.plist says about the environment decides which files come next.
        let chosen = overlayEnvironment(overlays)
        let files = ConfigurationFiles(in: folder, environment: chosen, names: names, dropIns: dropIns)
        report(files.problems)
        readModules(Array(files.modules.dropFirst(base.modules.count)))
        requireModuleList()
        readServices(files.services)
        for file in files.dropIns { readDropIn(file) }
        if case .fromFile = overlays { checkEnvironment(chosen) }
        return (files.all, OverlaysRead(for: chosen, among: names))
    }

    /// Reads the property lists of a folder for the names in them: the overlays of every environment, and drop-ins.
    mutating func readFolderForNames(_ folder: String) {
        if refusesFile(folder) { return }
        let prefix = FileName.prefix(folder)
        let names = list(folder, isNeeded: false)
        let dropIns = list(prefix + ConfigurationFiles.dropInFolder, isNeeded: true)
        warnOfNearDropInFolders(folder, prefix)
        let base = ConfigurationFiles(in: folder, environment: nil, names: names, dropIns: dropIns)
        readModules(base.modules + ConfigurationFiles.overlays("modules", among: names).map { prefix + $0 })
        requireModuleList()
        readServices(base.services + ConfigurationFiles.overlays("services", among: names).map { prefix + $0 })
        for file in base.dropIns { readDropIn(file) }
    }

    /// Reports a file in place of the folder, of which nothing else can be said then.
    private mutating func refusesFile(_ folder: String) -> Bool {
        guard case .disk = store, PropertyListFolder.isFile(folder) else { return false }
        unresolved.isMissingModules = true
        unresolved.isMissingServices = true
        let text = "\(folder.quoted) is a file, and the configuration a folder."
        let remedy = "Give the folder that it is in."
        report([Problem(.error, .fileNotReadable, at: .propertyList(folder, nil), text, remedy: remedy)])
        return true
    }

    /// Warns of folders that were probably meant to hold drop-ins.
    private mutating func warnOfNearDropInFolders(_ folder: String, _ prefix: String) {
        guard case .disk = store else { return }
        let own = ConfigurationFiles.dropInFolder
        for name in PropertyListFolder.otherSpellings(of: own, in: folder) {
            let text = "The folder \(name.quoted) is not read: drop-ins are in \(own.quoted)."
            let origin = Origin.propertyList(prefix + name, nil)
            report([Problem(.warning, .fileNotReadable, at: origin, text, remedy: "Rename the folder, or its files.")])
        }
    }

    /// The names of the property lists in a folder; what keeps it from being listed is reported.
    private mutating func list(_ folder: String, isNeeded: Bool) -> [String] {
        do {
            return try store.names(at: folder) ?? []
        } catch {
            // Where the configuration's own folder is none, modules.plist is missing, and that is reported.
            if !isNeeded, !PropertyListFolder.exists(folder) { return [] }
            unresolved.isMissingModules = true
            unresolved.isMissingServices = true
            report(error.problems, .fileNotReadable, in: folder)
            return []
        }
    }

    /// The environment whose overlays are read: the one that was stated, or that modules.plist names.
    private mutating func overlayEnvironment(_ overlays: OverlayChoice) -> HiveEnvironment? {
        switch overlays {
        case .stated(let stated, let source):
            guard let problem = stated.problem(at: nil, source: source) else { return stated }
            report([problem])
            return nil
        case .fromFile: return environment
        case .fixed(let fixed): return fixed
        }
    }

    /// Checks that no overlay or drop-in makes another environment of the one that it was chosen for.
    private mutating func checkEnvironment(_ chosen: HiveEnvironment?) {
        guard environment != chosen, let environment else { return }
        let now = chosen.map { "for \($0)" } ?? "without an environment"
        let text = "The environment becomes \(environment), and the overlays were chosen \(now)."
        let remedy = "Say it in modules.plist, or where the program starts."
        report([Problem(.error, .invalidValue, at: environmentOrigin, text, remedy: remedy)])
    }

    /// Reads a drop-in: a dictionary in the form of modules.plist, which may hold services, or an array of services.
    private mutating func readDropIn(_ file: String) {
        guard let root = open(file) else {
            unresolved.isMissingModules = true
            unresolved.isMissingServices = true
            return
        }
        read(root) { loader, reader in
            if root.elements != nil {
                loader.readServices(root, &reader)
                if reader.isFull { loader.unresolved.isMissingServices = true }
                return
            }
            loader.readModules(root, &reader, isDropIn: true)
            if let services = root.entries?.first(where: { $0.key == "services" })?.value {
                if services.elements != nil {
                    loader.readServices(services, &reader)
                } else {
                    loader.unresolved.isMissingServices = true
                    reader.expected("an array", at: services)
                }
            }
            if reader.isFull {
                loader.unresolved.isMissingModules = true
                loader.unresolved.isMissingServices = true
            }
        }
    }
}
