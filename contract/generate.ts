import { readFile, writeFile } from 'node:fs/promises'
import { contract } from './src/index.ts'

/**
 * Writes `src/calls.gen.ts`: the thin table (method, path, kind of answer) that the browser carries instead of the
 * schemas. With `--check` it writes nothing and fails when the file is stale.
 */
const target = new URL('./src/calls.gen.ts', import.meta.url)
const text = table()

if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== text) {
    process.stderr.write('contract/src/calls.gen.ts is stale: run `npm run generate`\n')
    process.exitCode = 1
  }
} else {
  await writeFile(target, text)
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
