import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { textFilesOf } from '../../../vite-text-files'
import { textStages } from '../../../vite-texts'

const texts = textStages([
  { name: 'entrance', screens: ['app/main.tsx'] },
  { name: 'videos', screens: ['routes/$environmentId/videos.tsx'] },
])

/** The built texts of each stage in English, as `library.videos.title`. */
async function builtStages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [texts],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'virtual:texts', preserveEntrySignatures: 'strict' },
    },
  })
  const stages = new Map<string, readonly string[]>()
  for (const file of [built].flat().flatMap((one) => ('output' in one ? one.output : []))) {
    const stage = /virtual:texts\/(\w+)\/en$/.exec(
      ('facadeModuleId' in file && file.facadeModuleId) || '',
    )?.[1]
    if (stage === undefined || file.type !== 'chunk') continue
    const module = await import(`data:text/javascript,${encodeURIComponent(file.code)}`)
    stages.set(stage, pathsIn(module.default))
  }
  return stages
}

function pathsIn(tree: object, outer = ''): string[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'object' ? pathsIn(inner, `${outer}${name}.`) : `${outer}${name}`,
  )
}

describe('texts in stages', async () => {
  const stages = await builtStages()

  it('gives each text to one stage', () => {
    const files = textFilesOf(join(import.meta.dirname, '../..'), 'en')
    const all = files.flatMap(({ namespace, texts }) => pathsIn(texts, `${namespace}.`))
    expect([...stages.values()].flat().toSorted()).toEqual(all.toSorted())
  })

  it.each([
    ['entrance', 'identity.signIn.heading'],
    ['entrance', 'common.problems.session-missing'],
    // Of a part that React's own `lazy` loads.
    ['entrance', 'identity.secondStep.heading'],
    ['videos', 'library.videos.title'],
    // Its key has a variable: `library:status.${id}`.
    ['videos', 'library.status.processing'],
    // A plural form.
    ['videos', 'library.bulk.chosen_other'],
    ['videos', 'common.problems.in-trash'],
    ['rest', 'library.subtitles.none'],
    ['rest', 'common.auditActions.asset.updated'],
  ])('puts into the stage %s the text %s', (stage, path) => {
    expect(stages.get(stage)).toContain(path)
  })
})
