/** A software bill of materials in CycloneDX, as `npm sbom` writes it; what is not named here is kept. */
export interface Sbom {
  readonly metadata: { readonly component: SbomComponent }
  readonly components: readonly SbomComponent[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

export interface SbomComponent {
  /** `NAME@VERSION`. */
  readonly 'bom-ref': string
  readonly name: string
  readonly scope?: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

/** `fastify 5.12.8` or `## react - 19.3.1 (MIT)`. */
const BUNDLED = /^(?:## )?((?:@[\w.-]+\/)?[\w.-]+) (?:- )?(\d+\.\d\S*)(?: \(.*\))?$/gm

const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Of all packages of a clone, those that users get: the dependencies, and what the build bundles of the others.
 * `licenses` is the text of `dist/LICENSES.txt` and `dist/dashboard/LICENSES.md`, which name these.
 */
export function shippedSbom(whole: Sbom, name: string, licenses: string): Sbom {
  const bundled = new Set(
    [...licenses.matchAll(BUNDLED)].map(([, bundledName, version]) => `${bundledName}@${version}`),
  )
  const components = whole.components
    .filter((component) => !isForDevelopment(component) || bundled.has(component['bom-ref']))
    .map((component) => ({
      ...component,
      scope: bundled.has(component['bom-ref']) ? 'required' : component.scope,
      properties: component.properties?.filter((property) => property.name !== DEVELOPMENT),
    })) as readonly SbomComponent[]
  const refs = new Set([whole.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...whole.metadata.component, name } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
}

const isForDevelopment = ({ properties = [] }: SbomComponent): boolean =>
  properties.some((property) => property.name === DEVELOPMENT && property.value === 'true')
