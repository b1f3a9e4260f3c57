// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

enum CommandHelp {
    /// What `--help` prints.
    static func text(_ program: String) -> String {
        """
        Says what the hive of this program is made of, and what is wrong with it.

        usage: \(program) hive COMMAND [--json]

        These create no module:
          verify            everything that is wrong or doubtful, and how each name in property lists was found
          list              every module, with the places that declare it
          order             the modules in boot order, the chain that decides how long a start takes, and its limit
          graph             which module depends on which, for Mermaid; with --dot for Graphviz
          config            what counts of property lists, variables and arguments; with --origin also each place
          options [NAME]    every option of every module, or of one: kind, default, what counts and from where, and the
                            argument and the variable that set it
          schema FILE       the JSON Schema of modules.json, services.json or a drop-in of this program, for editors; FILE
                            is modules, services or drop-in
          diff FOLDER       what a reload from another folder of configuration would change
          why NAME          why a module, a service or an option (Cart.maximumLines) is as it is: who declares it, what
                            overrides what, who needs it, when it comes up, and how long its hooks may take
          page              all of this as one page of HTML, which a browser shows without a network
          convert FILE      a property list as JSON, or JSON as a property list, without its comments; a date becomes a
                            text, data becomes numbers

        These set the modules up, because that is when they register what they offer, and tear them down again:
          services          every service, with its module and the places that declare it
          actions           every target with its actions and their parameters
          routes            every route

        These run every hook of a start and a stop, and what a hook opens is opened:
          blame             the hooks of the start and the stop, the slowest first, and the critical path of the start
          timeline          when each hook began and ended; with --trace for Perfetto, with --svg as a picture
          health            how each module says that it is, asked between the start and the stop

        These are asked of the hive that runs, in another process, where its program has ControlModule of HiveControl:
          status            what state it is in, whether it is ready and why not, which hooks run, how far each module is;
                            with --watch each change as it comes, until it stops
          reload            reads the configuration again, as on SIGHUP, and says what has changed
          restart NAME      restarts a module with all that needs it
          stop              stops it, and ends as the program does
        The last three change what runs: the options of ControlModule have to allow them, as in allows: ["restart"].

        With --live the others, but those about files, are asked of it, too, and create nothing. --socket PATH says where it
        answers, if not in $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR, the temporary folder or below /run.

        No command begins the work of a module. All of them are asked with the program's own environment; its options that
        have the form --name=value, such as --environment=production, may stand before the word hive or behind it.

        --json prints one JSON object with stable keys instead of text; page, convert and schema have none. config and
        options show •••• in place of an option that is a Secret or that no module's Options read; values of the application
        are shown as they are.

        exit codes: 0 well, also with warnings; 1 diff has found a change, or status a hive that is not ready; 64 wrong
        command line, or an argument that nothing reads; 68 no hive answers; 69 a module is unhealthy; 70 the start failed;
        71 the stop failed; 74 the answer could not be written; 75 a timeout passed; 78 something is wrong with the
        configuration

        """
    }
}
