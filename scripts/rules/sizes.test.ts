import { describe, expect, it } from 'vitest'
import { crowdedFolders, longFiles, longFunctions } from './sizes.mjs'
import { allFiles, codeSources, textSources } from './sources.mjs'

describe('the repository', () => {
  it('has no file that is too long', () => {
    expect(longFiles(textSources())).toEqual([])
  })

  it('has no function that is too long', () => {
    expect(longFunctions(codeSources())).toEqual([])
  })

  it('has no folder with too many files', () => {
    expect(crowdedFolders(allFiles())).toEqual([])
  })
})

describe('long files', () => {
  const long = 'x\n'.repeat(501)

  it('are found, except generated ones', () => {
    expect(longFiles([{ path: 'server/src/main.ts', text: long }])).toEqual([
      'server/src/main.ts has 501 lines, the limit is 500',
    ])
    expect(longFiles([{ path: 'console/src/routes.gen.ts', text: long }])).toEqual([])
    expect(longFiles([{ path: 'server/src/main.ts', text: long.slice(2) }])).toEqual([])
  })
})

describe('long functions', () => {
  const path = 'server/src/areas/library/contents.ts'
  const linesOf = (count: number) => '\n'.repeat(count - 1)
  const found = (text: string, file = path) => longFunctions([{ path: file, text }])

  it('have more than 150 lines', () => {
    expect(found(`\nfunction a() {${linesOf(151)}}`)).toEqual([`${path}:2 a has 151 lines, the limit is 150`])
    expect(found(`function a() {${linesOf(150)}}`)).toEqual([])
    expect(found(`function a() {${linesOf(100)}}\nfunction b() {${linesOf(100)}}`)).toEqual([])
  })

  it.each([
    ['a', `const a = () => {${linesOf(151)}}`],
    ['a', `const a = async function () {${linesOf(151)}}`],
    ['a', `class B { a() {${linesOf(151)}} }`],
    ['a', `const b = { a() {${linesOf(151)}} }`],
    ['a', `const b = { a: () => {${linesOf(151)}} }`],
    ['a function', `f(() => {${linesOf(151)}})`],
  ])('are found as %s in different kinds of code', (name, text) => {
    expect(found(text)).toEqual([`${path}:1 ${name} has 151 lines, the limit is 150`])
  })

  it('are found in and around each other', () => {
    expect(found(`function a() {\nfunction b() {${linesOf(151)}}\n}`)).toHaveLength(2)
  })

  it('are allowed in tests', () => {
    const text = `function a() {${linesOf(151)}}`
    for (const file of ['server/src/a.test.ts', 'server/src/testing/a.ts', 'e2e/journeys/a.ts'])
      expect(found(text, file)).toEqual([])
  })
})

describe('folders', () => {
  const many = (folder: string, count: number, ending = '.ts') =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`)

  it('are too large with more than 25 files, without subfolders', () => {
    const files = [...many('server/src/b', 26), ...many('server/src/a', 25), ...many('server/src/a/c', 27)]
    expect(crowdedFolders(files)).toEqual([
      'server/src/a/c has 27 files, the limit is 25',
      'server/src/b has 26 files, the limit is 25',
    ])
  })

  it('may contain any number of generated files and migrations, and of UI components', () => {
    expect(crowdedFolders(many('server/migrations', 40, '.sql'))).toEqual([])
    expect(crowdedFolders(many('contract/src', 30, '.gen.ts'))).toEqual([])
    expect(crowdedFolders(many('console/src/ui', 90, '.tsx'))).toEqual([])
    expect(crowdedFolders(many('console/src/ui/charts', 26, '.tsx'))).toHaveLength(1)
  })
})
