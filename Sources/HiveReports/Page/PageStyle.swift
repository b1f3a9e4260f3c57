// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// How the page looks: in the light and in the dark, on a phone and on a desk.
enum PageStyle {
    /// The style sheet.
    static let sheet: Markup = """
        \(colours)\(layout)\(tables)\(pictures)
        """

    /// Every text has at least 4.5 times the luminance of what is behind it, or the reverse (WCAG AA).
    private static let colours: Markup = """
        :root { color-scheme: light dark; --back: #fff; --panel: #f3f5f8; --ink: #1b1f24; --soft: #57606a; \
        --line: #d0d7de; --link: #0757c2; --good: #116329; --doubtful: #7d4e00; --bad: #b3151f; }
        @media (prefers-color-scheme: dark) { :root { --back: #0f1318; --panel: #1a2027; --ink: #e6edf3; \
        --soft: #9eaab6; --line: #343d47; --link: #79b8ff; --good: #57d675; --doubtful: #e3b341; --bad: #ff8882; } }

        """

    private static let layout: Markup = """
        * { box-sizing: border-box }
        html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
        body { margin: 0 auto; padding: 1rem; max-width: 64rem; background: var(--back); color: var(--ink); \
        font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
        h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2 }
        h2 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3 }
        h3 { margin: 1.5rem 0 .5rem; font-size: 1rem }
        p, ol, ul { margin: 0 0 .75rem }
        small, .number { color: var(--soft); font-size: .8125rem }
        code { font: .875em ui-monospace, monospace }
        small code { font-size: 1em }
        a { color: var(--link); text-underline-offset: .15em }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px }
        .skip { position: absolute; left: -999rem }
        .skip:focus { position: static; display: inline-block; padding: .5rem }
        section { margin-top: 1rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
        dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem 1.25rem; \
        margin: 0 0 1rem; padding: 1rem; background: var(--panel); border-radius: .5rem }
        dt { color: var(--soft); font-size: .8125rem }
        dd { margin: 0 }
        nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none }
        nav a { display: inline-block; padding: .375rem 0 }
        @media (min-width: 40rem) { wbr.narrow { display: none } }
        summary { width: fit-content; padding: .375rem 0; cursor: pointer; color: var(--link) }
        .plain { padding: 0; list-style: none }
        .plain li { margin-bottom: .5rem }
        .badge::before { content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .4em; \
        border-radius: 50%; background: currentColor }
        .good { color: var(--good) } .doubtful { color: var(--doubtful) } .bad { color: var(--bad) }
        .idle { color: var(--soft) }

        """

    private static let tables: Markup = """
        table { width: 100%; margin-bottom: .75rem; table-layout: fixed; border-collapse: collapse; \
        font-size: .9375rem; line-height: 1.4 }
        caption { padding-bottom: .25rem; color: var(--soft); font-size: .8125rem; text-align: left }
        th, td { padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; \
        vertical-align: top; font-weight: normal }
        thead th { color: var(--soft); font-size: .8125rem }
        tbody th { font-weight: 600 }
        tbody th small { font-weight: normal }
        .group { padding-top: 1rem }
        tr:target > * { background: var(--panel) }
        \(widths)
        .axis { display: flex; justify-content: space-between; gap: .5rem }
        @media (max-width: 30rem) { body { padding: .75rem } table { font-size: .875rem } }

        """

    private static let widths: Markup = [20, 22, 25, 32, 33, 34, 35, 40, 43, 45, 60, 66]
        .map { width -> Markup in ".w\(width) { width: \(width)% }" }.joined(" ")

    private static let pictures: Markup = """
        svg { display: block }
        .bars { width: 100%; height: 1.25rem; overflow: visible }
        .bars rect, .key rect { stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke }
        \(phases)
        .bars .failed, .bars .abandoned, .key .failed { fill: var(--bad) }
        .bars .critical, .key .critical { stroke: var(--ink); stroke-width: 2 }
        .key .critical { fill: none }
        .legend { display: flex; flex-wrap: wrap; gap: .125rem 1rem; padding: 0; list-style: none; \
        font-size: .8125rem }
        .key { display: inline-block; width: .875rem; height: .875rem; vertical-align: -.125rem; overflow: visible }
        .key rect { width: 100%; height: 100% }

        """

    private static let phases: Markup = Phase.allCases
        .map { phase -> Markup in ".\(phase.description) { fill: \(phase.colour) }" }.joined(" ")
}
