import { describe, expect, it } from 'vitest'
import { badHabits, headlessComments, localWords } from './habits.mjs'
import { codeSources, textSources } from './sources.mjs'

function found(text: string, path = 'server/src/areas/library/contents.ts'): string[] {
  return badHabits([{ path, text }])
}

describe('the repository', () => {
  it('has no forbidden patterns', () => {
    expect(badHabits(codeSources())).toEqual([])
  })

  it('has no doc comment without a subject', () => {
    expect(headlessComments(codeSources())).toEqual([])
  })

  it('has no text that is valid on only one machine', () => {
    expect(localWords(textSources())).toEqual([])
  })
})

describe('forbidden patterns', () => {
  it.each(['let a: any', 'x as any', 'f<any>()', 'Record<string, any>', 'let a: any[]', '(a: any) => a'])(
    'are found in %j',
    (text) => {
      expect(found(text)).toEqual(['server/src/areas/library/contents.ts:1 has any'])
    },
  )

  it.each(['z.any()', 'const any = 1', '// : any', 'expect.any(String)', "t(': any')"])(
    'are not found in %j',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )

  it.each(['f({ ...{ a: 1 }, b })', 'const a = [...([1, 2] as const), 3]', 'f(...[1, 2])'])(
    'include the spread of a literal in %j',
    (text) => {
      expect(found(text)).toEqual(['server/src/areas/library/contents.ts:1 has a spread of a literal'])
    },
  )

  it('do not include spreads of values', () => {
    expect(found('f({ ...given, b }, [...list, 1], ...rest, ...(isLast ? [1] : []))')).toEqual([])
  })

  it('include waits that give up after a second', () => {
    const [line] = found('await vi.waitFor(check)', 'server/src/areas/live/live.test.ts')
    expect(line).toMatch(/has vi\.waitFor/)
  })

  it('include time limits that do not grow, in tests', () => {
    const test = 'server/src/areas/live/live.test.ts'
    for (const text of ['it(title, { timeout: 30_000 }, run)', 'it(title, async () => {\n}, 120_000)'])
      expect(found(text, test)).toHaveLength(1)
    expect(found('it(title, { timeout: patient(30_000) }, run)', test)).toEqual([])
    expect(found('const request = { timeout: 30_000 }')).toEqual([])
  })

  it('include presses on entries of menus, in journeys', () => {
    const text = "await page.getByRole('menuitem', { name: 'Edit' }).first().click()"
    expect(found(text, 'e2e/journeys/ads/ads.spec.ts')).toHaveLength(1)
    expect(found(text, 'e2e/journeys/support/actions.ts')).toEqual([])
  })

  it('include forced clicks, in journeys', () => {
    const text = 'await box.check({ force: true })'
    expect(found(text, 'e2e/journeys/ads/ads.spec.ts')).toHaveLength(1)
    expect(found(text, 'server/src/areas/ads/ads.test.ts')).toEqual([])
  })

  it('include silenced checkers and notes for later, in comments', () => {
    expect(found(`\n// @ts-${'expect-error'} because`)).toEqual([
      'server/src/areas/library/contents.ts:2 has a silenced checker',
    ])
    expect(found(`/* biome-${'ignore'} lint */`)).toHaveLength(1)
    expect(found(`/* ${'TO'}${'DO'}: later */`)).toHaveLength(1)
  })

  it('include skipped tests', () => {
    expect(found("it.only('x', f)", 'media/src/a.test.ts')).toHaveLength(1)
    expect(found("describe.concurrent.skip('x', f)", 'media/src/a.test.ts')).toHaveLength(1)
    expect(found("test.fixme('x', f)", 'e2e/journeys/a.ts')).toHaveLength(1)
    expect(found("it.skipIf(noEngine)('x', f)", 'media/src/a.test.ts')).toEqual([])
  })

  it('include console.log outside scripts and bench', () => {
    expect(found('console.log(1)')).toHaveLength(1)
    expect(found('console.log(1)', 'bench/upload.ts')).toEqual([])
  })

  it('include reads of the environment outside the configuration', () => {
    expect(found('process.env.PORT')).toHaveLength(1)
    expect(found('process.env.PORT', 'server/src/config.ts')).toEqual([])
    expect(found('process.env.PORT', 'console/vite.config.ts')).toEqual([])
  })
})

describe('doc comments', () => {
  const seen = (text: string) => headlessComments([{ path: 'server/src/a.ts', text }])

  it.each(['/** Of one break. */', '/**\n * Those of a viewer.\n */', '/** What it costs. */'])(
    'need a subject, unlike %j',
    (text) => {
      expect(seen(text)).toEqual(['server/src/a.ts:1 has a doc comment that does not begin with its subject'])
    },
  )

  it('may begin with other words', () => {
    expect(seen('/** Whether it plays. */\n// Of one break.\nconst a = "/** Of */"')).toEqual([])
  })
})

describe('text that is valid on only one machine', () => {
  const seen = (text: string) => localWords([{ path: 'README.md', text }]).length

  it('includes package hosts and absolute paths', () => {
    expect(seen(`"https://registry.${'npmjs.org'}/zod"`)).toBe(1)
    expect(seen(`cd /${'work'}/main`)).toBe(1)
    expect(seen(`'/${'home'}/me/kinora'`)).toBe(1)
  })

  it('does not include URL paths', () => {
    expect(seen('https://example.com/home/page')).toBe(0)
    expect(seen('./work/drafts')).toBe(0)
  })
})
