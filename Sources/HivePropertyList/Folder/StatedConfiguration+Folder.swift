// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension StatedConfiguration {
    /// Reads the property lists of a folder, overlays and drop-ins included.
    init(folder: String, _ overlays: OverlayChoice, store: PropertyListStore = .disk) {
        self.init(store: store)
        self.overlays = OverlaysRead(for: nil, among: [])
        if refusesFile(folder) { return }
        let (names, dropIns) = list(folder)
        let base = ConfigurationFiles(in: folder, environment: nil, names: names, dropIns: dropIns)
        readModules(base.modules)

        // What modules.plist says about the environment decides which files come next.
        let chosen = environment(for: overlays)
        let source: String? = if case .stated(_, let source) = overlays { source } else { nil }
        let files = ConfigurationFiles(
            in: folder,
            environment: chosen,
            statedBy: source,
            names: names,
            dropIns: dropIns
        )
        for problem in files.problems { report(problem) }
        readModules(Array(files.modules.dropFirst(base.modules.count)))
        requireModuleList()
        for file in files.services { read(file, as: .services) }
        for file in files.dropIns { read(file, as: .dropIn) }
        if case .fromFile = overlays { checkEnvironment(chosen, base.modules.first ?? "") }
        self.overlays = OverlaysRead(for: chosen, among: names)
    }

    /// Reads the property lists of a folder for a compiler: the overlays of every environment, and drop-ins.
    ///
    /// The content of the files is kept.
    init(compiling folder: String) {
        self.init(keepsContents: true)
        if refusesFile(folder) { return }
        let prefix = FileName.prefix(folder)
        let (names, dropIns) = list(folder)
        let base = ConfigurationFiles(in: folder, environment: nil, names: names, dropIns: dropIns)
        readModules(base.modules + ConfigurationFiles.overlays("modules", among: names).map { prefix + $0 })
        requireModuleList()
        for file in base.services + ConfigurationFiles.overlays("services", among: names).map({ prefix + $0 }) {
            read(file, as: .services)
        }
        for file in base.dropIns { read(file, as: .dropIn) }
    }

    /// Reports a file in place of the folder, of which nothing else can be said then.
    private mutating func refusesFile(_ folder: String) -> Bool {
        guard store.isDisk, PropertyListFolder.isFile(folder) else { return false }
        missingBesides = [.modules, .services]
        let text = "\(folder.quoted) is a file, and the configuration a folder."
        report(.file(folder, text, remedy: "Give the folder that it is in."))
        return true
    }

    /// The names of the property lists in a folder and in its folder of drop-ins.
    private mutating func list(_ folder: String) -> (names: [String], dropIns: [String]) {
        let prefix = FileName.prefix(folder)
        let names = list(folder, isNeeded: false)
        let dropIns = list(prefix + ConfigurationFiles.dropInFolder, isNeeded: true)
        for problem in ConfigurationFiles.doubled(names, in: folder) + ConfigurationFiles.misnamed(names, in: folder) {
            report(problem)
        }
        if store.isDisk {
            warnOfNearDropInFolders(folder, prefix)
            warnOfOthers(prefix + ConfigurationFiles.dropInFolder)
        }
        return (names, dropIns)
    }

    /// The names of the property lists in a folder; what keeps it from being listed is reported.
    private mutating func list(_ folder: String, isNeeded: Bool) -> [String] {
        do {
            return try store.names(at: folder) ?? []
        } catch {
            // Where the configuration's own folder is none, modules.plist is missing, and that is reported.
            if !isNeeded, !PropertyListFolder.exists(folder) { return [] }
            missingBesides = [.modules, .services]
            for problem in error.problems(.fileNotReadable, in: folder) { report(problem) }
            return []
        }
    }

    /// Warns of what is among drop-ins and is none.
    private mutating func warnOfOthers(_ dropIns: String) {
        guard let (name, count) = PropertyListFolder.others(at: dropIns) else { return }
        let path = "\(dropIns)/\(name)"
        let isFolder = PropertyListFolder.exists(path)
        let others = count == 1 ? "" : ", nor \((count - 1).counted("other is", "others are"))"
        let text =
            "\(isFolder ? "The folder" : "The file") is not read\(others): a drop-in is a file that ends in .plist or .json."
        let remedy = "\(isFolder ? "Move its files up" : "Rename it"), or keep it elsewhere."
        report(.file(path, text, remedy: remedy, .warning))
    }

    /// Warns of folders that were probably meant to hold drop-ins.
    private mutating func warnOfNearDropInFolders(_ folder: String, _ prefix: String) {
        let own = ConfigurationFiles.dropInFolder
        for name in PropertyListFolder.otherSpellings(of: own, in: folder) {
            let text = "The folder \(name.quoted) is not read: drop-ins are in \(own.quoted)."
            report(.file(prefix + name, text, remedy: "Rename the folder, or its files.", .warning))
        }
    }

    /// The environment whose overlays are read: the one that was stated, or that modules.plist names.
    private mutating func environment(for overlays: OverlayChoice) -> HiveEnvironment? {
        switch overlays {
        case .stated(let stated, let source):
            guard let problem = stated.problem(at: nil, source: source) else { return stated }
            report(problem)
            return nil
        case .fromFile: return environment?.value
        case .fixed(let fixed): return fixed
        }
    }

    /// Checks that no overlay or drop-in makes another environment of the one that it was chosen for.
    private mutating func checkEnvironment(_ chosen: HiveEnvironment?, _ modules: String) {
        guard let environment, environment.value != chosen else { return }
        let now = chosen.map { "for \($0)" } ?? "without an environment"
        let text = "The environment becomes \(environment.value), and the overlays were chosen \(now)."
        let remedy = "Say it in \(modules), or where the program starts."
        report(Problem(.error, .invalidValue, at: environment.origin, text, remedy: remedy))
    }
}
