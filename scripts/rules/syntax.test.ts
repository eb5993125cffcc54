import { expect, it } from 'vitest'
import { parseSource } from './syntax.mjs'

function parse(text: string, path = 'console/src/lib/a.tsx') {
  return parseSource({ path, text })
}

it('finds all kinds of imports', () => {
  const text = `import a, { type B } from 'a'
import 'b'
import type { C } from "c"
export * from 'd'
export {
  e,
} from 'e'
const f = await import('f')
const g = require('g')
vi.mock('h', () => ({ h }))
type I = import('i').I
import j = require('j')`
  expect(parse(text, 'media/src/a.ts').imports).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
})

it('finds no imports in comments, strings, templates, regular expressions and JSX text', () => {
  const text = [
    "// import 'a'",
    "/* import 'b' */ const b = \"import 'b'\"",
    `const c = \`import 'c' \${nested(\`import 'd'\`, { e: 'e' })} import 'f'\``,
    "const g = /import 'g'[/'\"]/.test(x) // it's",
    "const h = <p title=\"x\">Don't import 'h'</p>",
    "const i = () => import('./screen.tsx')",
  ].join('\n')
  expect(parse(text).imports).toEqual(['./screen.tsx'])
})

it('separates code from comments and strings, and keeps each in its line', () => {
  const text = `const ä = 'ü' // c\n/* d\ne */ const f = \`g\${h}i\`\nconst j = <p>any {k}</p>\n`
  const { code, comments } = parse(text)
  const linesOf = (view: string) => view.split('\n').map((line) => line.trimEnd())
  expect(linesOf(code)).toEqual(['const ä =', '', '     const f =     h', 'const j = <p>    {k}</p>', ''])
  expect(linesOf(comments)).toEqual(['              // c', '/* d', 'e */', '', ''])
})

it('lists identifiers with their lines', () => {
  const text = 'type A = { b: C }\nclass D { #e = <F.G h="i" /> }\nconst { j: k } = l'
  expect(parse(text).names.map(({ name, line }) => `${line} ${name}`)).toEqual([
    '1 A',
    '1 b',
    '1 C',
    '2 D',
    '2 e',
    '2 F',
    '2 G',
    '2 h',
    '3 j',
    '3 k',
    '3 l',
  ])
})

it('fails for invalid code, with the name of the file', () => {
  expect(() => parse('const = 1', 'media/src/a.ts')).toThrow('media/src/a.ts cannot be parsed')
})
