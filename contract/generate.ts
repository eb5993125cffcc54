import { readFile, writeFile } from 'node:fs/promises'
import type { Call } from './src/call.ts'
import { contract } from './src/index.ts'

/** Generates what the browser loads instead of the schemas: `src/calls.gen.ts`, the table of calls (method, path,
 * kind of answer), and `src/rights.gen.ts`, the rights that calls require. With `--check` it writes nothing and
 * fails if a file is stale. */
const files = { 'calls.gen.ts': table(), 'rights.gen.ts': rights() }

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`./src/${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(target, text)
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`contract/src/${name} is stale: run \`npm run generate\`\n`)
    process.exitCode = 1
  }
}

function table(): string {
  const lines = Object.values(contract).flatMap((calls) =>
    Object.entries(calls).map(
      ([name, { method, path, kind }]) =>
        `  ${name}: { method: '${method}', path: '${path}', kind: '${kind}' },`,
    ),
  )
  return [
    "import type { AnswerKind } from './call.ts'",
    "import type { CallName } from './index.ts'",
    '',
    'export const callTable: Readonly<Record<CallName, { method: string; path: string; kind: AnswerKind }>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function rights(): string {
  const names = Object.values(contract)
    .flatMap((calls) => Object.values<Call>(calls))
    .flatMap(({ right }) => (right ? [right.join('.')] : []))
  return [
    '/** Rights that at least one call requires. A role can name other rights, but they have no effect. */',
    'export const usedRights: readonly string[] = [',
    ...[...new Set(names)].sort().map((name) => `  '${name}',`),
    ']',
    '',
  ].join('\n')
}
