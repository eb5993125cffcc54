import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot, root } from '../lib/paths.mjs'
import { type Entry, glossary } from './glossary.mjs'
import { codeSources, textSources } from './sources.mjs'
import { badSubject, replacedWords } from './words.mjs'

const someTerms: Entry[] = [
  { term: 'doer', use: 'caller', inText: true },
  { term: 'tell', use: 'notify', where: 'start' },
  { term: 'wall', use: 'artwork', where: 'whole' },
  { term: 'hand on', use: 'start ingest' },
  { term: 'for good', use: 'permanently', inText: true },
]

function inCode(text: string, path = 'server/src/a.ts'): string[] {
  return replacedWords([{ path, text }], [], someTerms)
}

function inJson(text: string, path = 'console/src/areas/library/uploads/texts.json'): string[] {
  return replacedWords([], [{ path, text }], someTerms)
}

it('are not in the repository', () => {
  expect(replacedWords(codeSources(), textSources(), glossary)).toEqual([])
})

it.runIf(existsSync(inRoot('.git')))('are not in the subject of the last commit', () => {
  const subject = execFileSync('git', ['log', '-1', '--no-merges', '--format=%s'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(badSubject(subject.trim(), glossary)).toEqual([])
})

describe('the subject of a commit', () => {
  it('has one thought, in words of the glossary', () => {
    expect(badSubject('Cut segments at keyframes', someTerms)).toEqual([])
    expect(badSubject('Cut segments; mark parts', someTerms)).toEqual(['joins several thoughts'])
    expect(badSubject('Delete videos for good', someTerms)).toHaveLength(1)
  })
})

describe('glossary terms', () => {
  it('are found with their line and replacement', () => {
    expect(inCode('\nexport function find(doer: Doer) {}')).toEqual([
      'server/src/a.ts:2 says "doer", the word is: caller',
    ])
  })

  it.each([
    'const lastDoer = 1',
    'const doersById = 1',
    'type VideoDoer = { a: 1 }',
    'const DOER_MS = 1',
    'const a = { doer: 1 }',
    'const a = <Doer />',
    'function handOnInstead() {}',
    'function tellTrack() {}',
    'function useTellTrack() {}',
    'const wall = 1',
  ])('are found in %j', (text) => {
    expect(inCode(text, 'console/src/a.tsx')).toHaveLength(1)
  })

  it.each([
    "const a = 'doer'",
    'const undoerror = 1',
    'function foretellTrack() {}',
    'const lastTell = 1',
    'const wallClockMs = 1',
    'const handOf = { on: 1 }',
    '// a note about the wall, and how to tell',
  ])('are not found in %j', (text) => {
    expect(inCode(text)).toEqual([])
  })

  it('are found in the names of files and folders', () => {
    expect(inCode('', 'server/src/areas/library/video-doer.ts')).toHaveLength(1)
    expect(inCode('', 'server/src/areas/doers/names.ts')).toHaveLength(1)
  })

  it('are found in comments for entries with inText, also across lines', () => {
    expect(inCode('const a = 1 // For good.')).toHaveLength(1)
    expect(inCode('/**\n * It is deleted for\n * good.\n */')).toEqual([
      'server/src/a.ts:2 says "for good", the word is: permanently',
    ])
    expect(inCode('// handOn')).toEqual([])
  })

  it.each(["it('deletes it for good', f)", "test.describe('doers', f)", 'it.each([1])(`for good %s`, f)'])(
    'are found in the title of %j',
    (text) => {
      expect(inCode(text)).toHaveLength(1)
    },
  )

  it('are found in English texts, but not in their keys or in other languages', () => {
    expect(inJson('{\n  "doer": { "en": "Caller" },\n  "gone": { "en": "Deleted for good" }\n}')).toEqual([
      'console/src/areas/library/uploads/texts.json:3 says "for good", the word is: permanently',
    ])
    expect(inJson('{"gone": {"te": "for good"}}')).toEqual([])
    expect(inJson('{"gone": "for good"}', 'server/package.json')).toEqual([])
  })
})
