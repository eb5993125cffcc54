import type { Plugin, Rolldown } from 'vite'

/** What a browser loads together. */
interface Together {
  readonly name: string
  /** Files that belong to it, with all that they import. */
  readonly files: readonly RegExp[]
  /** Leaves out what these files do not import. */
  readonly sharedWith?: readonly RegExp[]
}

/**
 * Splits the code into chunks that are loaded together, so that a screen needs few requests. A module belongs to the
 * first chunk that includes it.
 */
export function chunksOf(chunks: readonly Together[]): {
  plugin: Plugin
  groups: Rolldown.CodeSplittingGroup[]
} {
  const contents = new Map<string, ReadonlySet<string>>()
  const plugin: Plugin = {
    name: 'chunks',
    buildEnd() {
      for (const { name, files, sharedWith } of chunks) {
        const modules = [...withImports(this, files)]
        const others = sharedWith && withImports(this, sharedWith)
        contents.set(name, new Set(others ? modules.filter((id) => others.has(id)) : modules))
      }
    },
    generateBundle(_, bundle) {
      const circle = circleIn(bundle)
      if (circle !== null) this.error(`chunks import each other, so that one runs too early: ${circle}`)
    },
  }
  const groups = chunks.map(({ name }, at) => ({
    name: (id: string) => (contents.get(name)?.has(id) ? name : null),
    priority: chunks.length - at,
  }))
  return { plugin, groups }
}

/** Chunks that import each other, or null. */
function circleIn(bundle: Rolldown.OutputBundle): string | null {
  const done = new Set<string>()
  const visit = (name: string, above: readonly string[]): string | null => {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name].join(' > ')
    const chunk = bundle[name]
    if (done.has(name) || chunk?.type !== 'chunk') return null
    for (const imported of chunk.imports) {
      const circle = visit(imported, [...above, name])
      if (circle !== null) return circle
    }
    done.add(name)
    return null
  }
  for (const name of Object.keys(bundle)) {
    const circle = visit(name, [])
    if (circle !== null) return circle
  }
  return null
}

/** Imports everything of the contract, of which a screen uses little. */
const index = /\/contract\/src\/(?:\w+\/)?index\.ts$/

function withImports(build: Rolldown.PluginContext, files: readonly RegExp[]): Set<string> {
  const found = new Set([...build.getModuleIds()].filter((id) => files.some((file) => file.test(id))))
  for (const id of found) {
    if (index.test(id)) found.delete(id)
    else for (const imported of build.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}
