/** The section of a version in CHANGELOG.md, without its heading. Throws an Error of one line if there is none, or it is empty. */
export function changelogSection(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find(({ heading }) => heading.split(' ')[0] === version)
  if (section === undefined || section.text === '') throw new Error(`CHANGELOG.md has no section ${version}`)
  return `${section.text}\n`
}

/** Throws an Error of one line unless a tag such as `v1.2.3` names the version, and its section in CHANGELOG.md has a date. */
export function requireReleasable(tag: string, version: string, changelog: string): void {
  if (tag !== `v${version}`) throw new Error(`the tag ${tag} is not v${version}, the version of package.json`)
  changelogSection(changelog, version)
  const isDated = sectionsOf(changelog).some(
    ({ heading }) => heading.startsWith(`${version} - `) && /\d{4}-\d\d-\d\d$/.test(heading),
  )
  if (!isDated)
    throw new Error(`the heading ${version} of CHANGELOG.md has no date, as in "## ${version} - 2026-01-31"`)
}

const sectionsOf = (changelog: string) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      return { heading: section.slice(0, end).trim(), text: section.slice(end).trim() }
    })
