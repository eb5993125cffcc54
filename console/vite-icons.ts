import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const imported = /@phosphor-icons\/react\/dist\/csr\/(\w+)'/g

/**
 * Phosphor puts six weights of an icon into one module. Keeps the regular one, and those that a file names which
 * imports the icon. The bottom bar fills the icons that areas list. Other weights become the regular one.
 */
export function iconWeights(): Plugin {
  const kept = weightsIn(join(import.meta.dirname, 'src'))
  return {
    name: 'icon-weights',
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/(?:defs\/\w+|lib\/IconBase)\.es\.js$/ },
      handler(code, id) {
        const name = /\/defs\/(\w+)\.es\.js$/.exec(id)?.[1]
        if (name === undefined)
          return code.replace(/(\w+)\.get\(([^)]+)\)/, '($1.get($2) ?? $1.get("regular"))')
        const entry = /\n {2}\[\n {4}"(\w+)",[\s\S]*?\n {2}\](?=,?\n)/g
        const isKept = (weight: string) => weight === 'regular' || kept.has(`${name} ${weight}`)
        return code
          .replace(entry, (text, weight: string) => (isKept(weight) ? text : ''))
          .replace(/(?:,\s*)+,/g, ',')
          .replace(/\[\s*,/g, '[')
      },
    },
  }
}

function weightsIn(folder: string): Set<string> {
  const kept = new Set<string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    const weights = ['bold', 'fill'].filter((weight) =>
      new RegExp(`weight=[^>]*['"]${weight}['"]`).test(text),
    )
    if (/\b(?:Area|NavEntry)\b/.test(text)) weights.push('fill')
    for (const [, icon] of text.matchAll(imported))
      for (const weight of weights) kept.add(`${icon} ${weight}`)
  }
  return kept
}
