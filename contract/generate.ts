import { readFile, writeFile } from 'node:fs/promises'
import type { Call } from './src/call.ts'
import { contract } from './src/index.ts'

/** Generates what the browser loads instead of the schemas: the calls (method, kind of answer, path), with those that
 * need no session in `src/public-calls.gen.ts` and all others in `src/calls.gen.ts`, and in `src/rights.gen.ts` the
 * rights that calls require. With `--check` it writes nothing and fails if a file is stale. */
const files = {
  'public-calls.gen.ts': publicCalls(),
  'calls.gen.ts': otherCalls(),
  'rights.gen.ts': rights(),
}

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`./src/${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(target, text)
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`contract/src/${name} is stale: run \`npm run generate\`\n`)
    process.exitCode = 1
  }
}

function publicCalls(): string {
  return ['export const publicCalls = {', ...lines(isPublic), '} as const', ''].join('\n')
}

function otherCalls(): string {
  return [
    "import type { CallName } from './index.ts'",
    "import type { publicCalls } from './public-calls.gen.ts'",
    '',
    'export const otherCalls: Readonly<Record<Exclude<CallName, keyof typeof publicCalls>, string>> = {',
    ...lines((call) => !isPublic(call)),
    '}',
    '',
  ].join('\n')
}

/** Calls of the screens before sign-in. Files without a session, and calls of a playback session, are for players. */
function isPublic({ caller, kind, path }: Call): boolean {
  return caller === 'none' && kind !== 'file' && !path.startsWith('/play/')
}

function lines(isWanted: (call: Call) => boolean): string[] {
  return Object.values(contract).flatMap((calls) =>
    Object.entries<Call>(calls)
      .filter(([, call]) => isWanted(call))
      .map(([name, { method, path, kind }]) => `  ${name}: '${method} ${kind} ${path}',`),
  )
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
