import { expect, it } from 'vitest'
import { scan } from './scan.mjs'

it('finds every way to name a module', () => {
  const text = `import a, { type B } from 'a'
import 'b'
import type { C } from "c"
export * from 'd'
export {
  e,
} from 'e'
const f = await import('f')
const g = require('g')`
  expect(scan(text).imports).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

it('finds none in comments, strings, templates and regular expressions', () => {
  const text = [
    "// import 'a'",
    "/* import 'b' */ const b = \"import 'b'\"",
    `const c = \`import 'c' \${nested(\`import 'd'\`, { e: 'e' })} import 'f'\``,
    "const g = /import 'g'[/'\"]/.test(x) // it's",
    "import 'real'",
  ].join('\n')
  expect(scan(text).imports).toEqual(['real'])
})

it('is not led astray by text between tags', () => {
  const text = "const a = <p title=\"x\">Don't</p>\nconst b = <br />\nconst c = () => import('./screen.tsx')"
  expect(scan(text).imports).toEqual(['./screen.tsx'])
})

it('keeps each character in its line, as code or as comment', () => {
  const text = `const a = 'b' // c\n/* d\ne */ const f = \`g\${h}i\`\n`
  const { code, comments } = scan(text)
  expect(code).toBe("const a = '       \n    \n     const f = `   h   \n")
  expect(comments).toBe('              // c\n/* d\ne */                   \n')
})
