import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TextTree } from '@kinora/player/vite-texts'
import type { Plugin } from 'vite'
import { type TextFile, textFilesOf } from './vite-text-files.ts'

/** Texts that load together, each stage after the ones before it. A last stage, `rest`, has all other texts. */
interface Stage {
  readonly name: string
  /** Files of the screens that need no further stage, relative to `src`. */
  readonly screens: readonly string[]
}

type StageOf = (file: TextFile, names: readonly string[]) => string

const source = join(import.meta.dirname, 'src')
const languages = ['en', 'hi', 'ar', 'te']
const last = 'rest'
const pluralForm = /_(?:zero|one|two|few|many|other)$/

/** `virtual:texts` loads texts by stage and language. A text belongs to the first stage whose code has its key. */
export function textStages(stages: readonly [Stage, ...Stage[]]): Plugin {
  const names = [...stages.map(({ name }) => name), last]
  let stageOf: StageOf
  return {
    name: 'text-stages',
    configResolved({ command }) {
      // In development the code changes, so the first stage has every text.
      stageOf = command === 'serve' ? () => stages[0].name : findStages(stages)
    },
    resolveId: { filter: { id: /^virtual:texts/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id) {
        const [, stage, language] = id.split('/')
        if (stage === undefined || language === undefined) return loaders(names)
        const files = textFilesOf(source, language)
        for (const { path } of files) this.addWatchFile(path)
        const texts: Record<string, TextTree | string> = {}
        for (const file of files)
          for (const [path, text] of pathsIn(file.texts))
            if (stageOf(file, path) === stage) setAt(texts, [file.namespace, ...path], text)
        return `export default ${JSON.stringify(texts)}`
      },
    },
  }
}

/** Such as `export default { entrance: { en: () => import('virtual:texts/entrance/en') } }`. */
function loaders(stages: readonly string[]): string {
  const entries = stages.map((stage) => {
    const loads = languages.map(
      (language) => `${language}: () => import('virtual:texts/${stage}/${language}')`,
    )
    return `${stage}: { ${loads.join(', ')} }`
  })
  return `export default { ${entries.join(', ')} }`
}

function findStages(stages: readonly [Stage, ...Stage[]]): StageOf {
  const keys = new Map<string, string>()
  const areas = new Map<string, string>()
  for (const { name, screens } of stages) {
    for (const file of withImports(screens.map((screen) => join(source, screen)))) {
      const area = /[\\/]areas[\\/](\w+)/.exec(file)?.[1]
      if (area !== undefined && !areas.has(area)) areas.set(area, name)
      for (const key of keysIn(readFileSync(file, 'utf8'))) if (!keys.has(key)) keys.set(key, name)
    }
  }
  const [first, second] = [stages[0].name, stages[1]?.name ?? last]
  return ({ namespace, area, isVocabulary }, path) => {
    // Which problems and messages come up is up to the server.
    if (namespace === 'common' && (path[0] === 'problems' || path[0] === 'messages'))
      return isVocabulary ? (areas.get(area ?? '') ?? second) : first
    const used = path.map((_, at) => {
      const key = path.slice(0, at + 1).join('.')
      return keys.get(`${namespace}:${key.replace(pluralForm, '')}`)
    })
    return stages.find(({ name }) => used.includes(name))?.name ?? last
  }
}

/** Everything in quotes that may be a key. A key with a variable is cut before it, and stands for its whole group. */
function keysIn(code: string): string[] {
  const quoted = Array.from(code.matchAll(/['"`](?:(\w+):)?(\w[\w.-]*)(\$\{)?/g))
  return quoted.map(([, namespace = 'common', key = '', variable]) => {
    const names = key.split('.')
    return `${namespace}:${(variable === undefined ? names : names.slice(0, -1)).join('.')}`
  })
}

/**
 * The files, what they import, and what React's own `lazy` loads in them: only parts that `lib/lazy.ts` loads bring
 * their texts.
 */
function withImports(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  for (const file of found) {
    const code = readFileSync(file, 'utf8')
    const imports = Array.from(code.matchAll(/^(?:import|export)\b(?! type\b)[^'"()=]*'(\.[^']+)'/gm))
    if (/\blazy\b[^;]*? from 'react'/.test(code)) imports.push(...code.matchAll(/\bimport\('(\.[^']+)'\)/g))
    for (const [, path = ''] of imports) {
      const endings = ['.ts', '.tsx', '/index.ts'].map((ending) => resolve(dirname(file), path) + ending)
      const imported = endings.find((one) => existsSync(one))
      if (imported !== undefined) found.add(imported)
    }
  }
  return found
}

function pathsIn(texts: TextTree, outer: readonly string[] = []): [path: readonly string[], text: string][] {
  return Object.entries(texts).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[[...outer, name], inner]] : pathsIn(inner, [...outer, name]),
  )
}

function setAt(texts: Record<string, TextTree | string>, path: readonly string[], text: string): void {
  const [name = '', ...rest] = path
  const inner = texts[name]
  const group = typeof inner === 'object' ? { ...inner } : {}
  if (rest.length > 0) setAt(group, rest, text)
  texts[name] = rest.length > 0 ? group : text
}
