import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { buildConsole } from '../build-console.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { nodeBinary } from '../setup/node.mjs'

const consoleBuild = { name: 'console build', run: () => buildConsole().then(() => null) }

/** Each check returns null or the details of its failure. The build comes first: it generates sources that others
 * read. */
export function checks() {
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const folders = workspaces.concat('scripts').filter((folder) => existsSync(inRoot(folder, 'tsconfig.json')))
  return [
    consoleBuild,
    ...folders.map(typeCheck),
    tool('style', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    tool('unused code', 'node_modules/knip/bin/knip.js', ['--no-progress']),
    tool('generated files', 'scripts/generate/files.mjs', ['--check']),
    tool('settings in README', 'server/settings-table.ts', ['--check']),
    tool('lock file', 'scripts/complete-lock.mjs', ['--check']),
  ]
}

export const rulesCheck = tool('rules', 'node_modules/vitest/vitest.mjs', ['run', '--project', 'scripts'])

/** Each checker reads the types of libraries itself, so that two of them take twice the processor time of one. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 4))

function typeCheck(folder) {
  const args = ['-p', folder, '--checkers', String(checkers)]
  return tool(`types of ${folder}`, 'node_modules/typescript/bin/tsc', args)
}

function tool(name, script, args) {
  return {
    name,
    async run() {
      const { code, output } = await run(nodeBinary, [inRoot(script), ...args], { cwd: root })
      return code === 0 ? null : output
    },
  }
}
