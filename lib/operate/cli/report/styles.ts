/** The style of the report: light and dark, from 320 pixels on. */

/** The one style sheet of the page. */
export const STYLES = `
:root {
  --ground: #ffffff; --raised: #f5f6f8; --ink: #1b2027; --quiet: #545e6b; --line: #d3d8de; --link: #0b57b8;
  --good: #1f7a4a; --bad: #b3261e; --doubt: #8a5a00; --bar-good: #7fbf9a; --bar-bad: #c9372c; --curve: #14663c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --raised: #1d2227; --ink: #e8ebef; --quiet: #a4aeba; --line: #3a424b; --link: #8ab8ff;
    --good: #6fce9a; --bad: #ff8f84; --doubt: #e9b64d; --bar-good: #3d7f5b; --bar-bad: #f0655a; --curve: #7fdba8;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 800px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 48px 0 12px; padding-top: 20px; border-top: 1px solid var(--line); font-size: 1.35rem; overflow-wrap: anywhere; }
h3 { margin: 28px 0 4px; font-size: 1.05rem; }
h4 { margin: 16px 0 2px; font-size: .9rem; }
p { margin: 4px 0 12px; }
p, li { overflow-wrap: anywhere; }
a { color: var(--link); }
small, .legend, .seen { color: var(--quiet); font-size: .85rem; }
code, pre { font: .88em/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 20px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: baseline; }
td, .nowrap { white-space: nowrap; }
th:first-child, td:first-child { min-width: 7rem; padding-left: 0; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
thead th, thead th:first-child { color: var(--quiet); font-size: .85rem; font-weight: 600; }
.bar { width: 34%; padding-right: 0; }
.bar svg { display: block; width: 100%; height: 10px; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; margin: 12px 0; }
.figures div { padding: 8px 12px; border-radius: 8px; background: var(--raised); }
.figures dt { color: var(--quiet); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.2rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures small { font-weight: 400; }
.chart { display: block; max-width: 100%; height: auto; }
.narrow { display: none; }
.grid { stroke: var(--line); }
.tick { fill: var(--quiet); font: 12px system-ui, sans-serif; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.share { fill: none; stroke: var(--curve); stroke-width: 2; stroke-linejoin: round; }
.accepted { fill: var(--bar-good); background: var(--bar-good); }
.rejected { fill: var(--bar-bad); background: var(--bar-bad); }
.key { display: inline-block; width: 10px; height: 10px; border-radius: 2px; }
details { border-radius: 8px; }
summary { cursor: pointer; }
.plain { margin: 8px 0; }
.plain > summary { color: var(--link); font-size: .9rem; }
.group { margin: 8px 0; border: 1px solid var(--line); border-left: 4px solid var(--mark); background: var(--raised); }
.group > summary { display: flex; gap: 12px; justify-content: space-between; padding: 10px 12px; list-style: none; }
.group > summary::-webkit-details-marker { display: none; }
.group > summary::before { content: "+"; flex: none; width: 1ch; color: var(--quiet); font-family: ui-monospace, monospace; }
.group[open] > summary::before { content: "\\2212"; }
.what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.what code { font-weight: 600; }
.how-many { flex: none; font-variant-numeric: tabular-nums; text-align: right; }
.inside { padding: 0 12px 12px 32px; }
.edge { --mark: var(--good); }
.undecided { --mark: var(--doubt); }
.fault { --mark: var(--bad); }
.badge { color: var(--mark); font-weight: 600; }
.code { margin: 4px 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); white-space: pre-wrap; user-select: all; }
.code + p { margin-top: 12px; }
.samples { padding: 0; list-style: none; }
.samples li { padding: 2px 0; overflow-wrap: anywhere; }
.changes li { padding: 3px 0; overflow-wrap: anywhere; }
.strip { font: 14px/1 ui-monospace, monospace; overflow-wrap: anywhere; }
.call { display: inline-block; width: 16px; height: 18px; margin: 0 2px 2px 0; border-radius: 3px; line-height: 18px; text-align: center; background: var(--raised); }
.lead { margin: 12px 0 20px; font-size: 1.2rem; font-weight: 600; line-height: 1.4; }
.event { margin: 8px 0; padding: 8px 12px; border-left: 4px solid var(--mark); border-radius: 4px; background: var(--raised); overflow-wrap: anywhere; }
.event p { margin: 2px 0; }
.with-sample > * { border-bottom: 0; padding-bottom: 0; }
.sample td { padding-top: 0; font-size: .85rem; }
table.chart { display: table; }
pre.code { overflow-x: auto; }
.conversation { break-inside: avoid; }
.call.failed { color: var(--bad); font-weight: 700; }
.call.double { color: var(--ground); background: var(--doubt); font-weight: 700; }
.call.same { color: var(--ground); background: var(--bad); }
.call.news { color: var(--good); font-weight: 700; }
.call.unread { color: var(--doubt); font-weight: 700; }
td.said, th.said { text-align: left; white-space: normal; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  main { padding: 16px 14px 48px; }
  .wide, .spare { display: none; }
  .narrow { display: block; }
  th, td { padding: 6px 4px; font-size: .9rem; }
  th:first-child, td:first-child { min-width: 3rem; }
  thead th, thead th:first-child { font-size: .68rem; }
  .overview .judged { display: none; }
  h1 { font-size: 1.4rem; }
  .lead { margin: 8px 0 12px; font-size: 1.05rem; }
  .lead ~ section:first-of-type > h2 { margin-top: 16px; }
  .overview td, .overview thead th { font-size: .85rem; }
  .bar { width: 22%; }
  .group > summary { flex-wrap: wrap; }
  .what { flex-basis: calc(100% - 32px); }
  .how-many { padding-left: calc(1ch + 12px); }
  .inside { padding-left: 12px; }
}
@media print {
  .group, .event, tr { break-inside: avoid; }
  .conversation .all { display: none; }
  main { max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
