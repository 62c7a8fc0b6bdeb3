/** For light and dark screens, from phones on. */
export const PAGE_STYLE = `
:root { --text: #1b2430; --soft: #566173; --page: #fff; --panel: #f4f6f9; --line: #d9dfe7; --mark: #0b5cad; --fill: #9cc3ea; --gap: #c2351f; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e9f0; --soft: #9aa7b8; --page: #12161c; --panel: #1b212a; --line: #303946; --mark: #7db7f5; --fill: #28507a; --gap: #f2857d; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1rem 4rem; max-width: 72rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; margin: 1.5rem 0 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .5rem 0; max-width: 48rem; }
.soft, dt, th { color: var(--soft); }
.warning { border-left: .25rem solid var(--gap); padding-left: .75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; }
dd { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 400; vertical-align: bottom; }
th:first-child, td:first-child, td.text { text-align: left; }
th.text { text-align: left; }
.plot { margin: .5rem 0 1rem; max-width: 60rem; }
.plot .label { font-size: .875rem; margin-top: .4rem; display: flex; justify-content: space-between; gap: 1rem; }
.plot .label span:last-child { color: var(--soft); white-space: nowrap; }
.plot svg { display: block; width: 100%; height: 2rem; background: var(--panel); }
.line svg { height: 8rem; }
.axis { position: relative; height: 1.4rem; font-size: .75rem; color: var(--soft); }
.axis span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.axis span:first-child { transform: none; }
.axis span:last-child { transform: translateX(-100%); }
.line { min-width: 40rem; }
.words { position: relative; height: 2.2rem; font-size: .75rem; }
.words span { position: absolute; white-space: nowrap; }
.words span:nth-child(even) { top: 1rem; }
svg * { vector-effect: non-scaling-stroke; }
.box { fill: var(--fill); }
.whisker { stroke: var(--soft); stroke-width: 1; }
.median { stroke: var(--mark); stroke-width: 3; }
.call { stroke: var(--text); stroke-width: 1; opacity: .35; }
.arrived { fill: var(--fill); }
.played { fill: none; stroke: var(--mark); stroke-width: 2; }
.gap { fill: var(--gap); opacity: .35; }
.key { display: inline-block; width: .9rem; height: .7rem; margin: 0 .3rem 0 .8rem; }
audio { display: block; width: 100%; max-width: 30rem; margin: .5rem 0; }
blockquote { margin: .25rem 0; padding-left: .75rem; border-left: .2rem solid var(--line); }
@media (max-width: 40rem) {
  td:first-child { white-space: normal; min-width: 6.5rem; }
  .plot:not(.line) .axis span:nth-last-child(2) { display: none; }
}
`
