import type { Plugin, Rolldown } from 'vite'

/** Modules that a browser loads together. */
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
      const circle = circleIn(new Map(Object.values(bundle).map((file) => [file.fileName, importsOf(file)])))
      // One of them would run before what it imports, and a screen would crash.
      if (circle.length > 0) this.error(`Chunks import each other: ${circle.join(', ')}`)
    },
  }
  const groups = chunks.map(({ name }, at) => ({
    name: (id: string) => (contents.get(name)?.has(id) ? name : null),
    priority: chunks.length - at,
  }))
  return { plugin, groups }
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

function importsOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): readonly string[] {
  return file.type === 'chunk' ? file.imports : []
}

/** The files that import each other, or what they import does; empty if there are none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Set(imports.keys())
  let before: number
  do {
    before = left.size
    for (const file of left) if (!imports.get(file)?.some((one) => left.has(one))) left.delete(file)
  } while (left.size < before)
  return [...left]
}
