import { isTest } from './sources.mjs'
import { parseSource } from './syntax.mjs'

/** @typedef {import('./sources.mjs').Source} Source */

/** A forbidden pattern: where it is searched, and in which files.
 * @type {{ says: string, in: 'code' | 'comments' | 'text', pattern: RegExp, where?: (file: string) => boolean }[]} */
const habits = [
  { says: 'a silenced checker', in: 'comments', pattern: /@ts-(?:ignore|expect-error|nocheck)|biome-ignore/ },
  {
    says: 'a test that is left out',
    in: 'code',
    pattern: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fixme)\b/,
    where: (file) => isTest(file) || file.startsWith('e2e/'),
  },
  {
    says: 'vi.waitFor, which gives up after a second (use eventually)',
    in: 'code',
    pattern: /\bvi\.wait(?:For|Until)\b/,
    where: (file) => !file.endsWith('/testing/machine/eventually.ts'),
  },
  {
    says: 'a time limit that does not grow on a slow machine (use patient)',
    in: 'code',
    pattern: /\btimeout: \d|^\s*\}, \d{2,3}_\d{3}\)$/,
    where: (file) => /\.(?:test|spec)\.tsx?$/.test(file) || file.startsWith('e2e/journeys/'),
  },
  {
    says: 'a press on an entry of a menu (use choose, which opens a menu again that has closed)',
    in: 'text',
    pattern: /(?<!palette\.)getByRole\('menuitem\w*',[^)]*\)(?:\.first\(\))?\.click\(/,
    where: (file) => file.startsWith('e2e/journeys/') && !file.startsWith('e2e/journeys/support/'),
  },
  {
    says: 'a forced click, which can meet what lies above (use toggle for a checkbox)',
    in: 'code',
    pattern: /\bforce: true/,
    where: (file) => file.startsWith('e2e/journeys/') && !file.startsWith('e2e/journeys/support/'),
  },
  { says: 'a note for later', in: 'comments', pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/ },
  {
    says: 'console.log',
    in: 'code',
    pattern: /\bconsole\.log\b/,
    where: (file) => !/^(?:scripts|bench)\//.test(file),
  },
  {
    says: 'process.env outside the configuration',
    in: 'code',
    pattern: /\bprocess\s*\.\s*env\b|\bprocess\s*\[/,
    where: (file) => readsNoEnv(file),
  },
]

/** @param {string} file */
function readsNoEnv(file) {
  const isProgram = /^(?:contract|media|server|console|player)\/src\//.test(file)
  const isSettings = /^server\/src\/(?:config\.ts|platform\/forked\.ts|testing\/)/.test(file)
  return isProgram && !isSettings && !isTest(file)
}

/** A line for each forbidden pattern in the code: file, line and pattern.
 * @param {Source[]} sources
 * @returns {string[]} */
export function badHabits(sources) {
  return sources.flatMap(({ path: file, text }) => {
    const parsed = { ...parseSource({ path: file, text }), text }
    const found = habits
      .filter(({ where }) => where === undefined || where(file))
      .flatMap((habit) =>
        linesMatching(parsed[habit.in], habit.pattern).map((line) => `${file}:${line} has ${habit.says}`),
      )
    const any = parsed.anyLines.map((line) => `${file}:${line} has any`)
    const spreads = parsed.spreadLines.map((line) => `${file}:${line} has a spread of a literal`)
    return [...new Set(any.concat(spreads, found))]
  })
}

const headless = /\/\*\*\s*(?:\*\s*)?(?:Of|Those|What|Where|Who|By|As|They|In)\b/g

/** Doc comments that do not begin with their subject.
 * @param {Source[]} sources
 * @returns {string[]} */
export function headlessComments(sources) {
  return sources.flatMap(({ path: file, text }) => {
    const { comments } = parseSource({ path: file, text })
    return Array.from(comments.matchAll(headless), ({ index }) => {
      const line = comments.slice(0, index).split('\n').length
      return `${file}:${line} has a doc comment that does not begin with its subject`
    })
  })
}

// Split, so that this file does not match its own rule.
const hosts = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['deb', 'debian', 'org'],
  ['security', 'debian', 'org'],
  ['archive', 'ubuntu', 'com'],
  ['pypi', 'org'],
].map((words) => words.join('\\.'))
const homes = ['work', 'home', 'Users'].map((folder) => `/${folder}/`)
const localWord = new RegExp(`\\b(?:${hosts.join('|')})\\b|(?<![\\w.@:/-])(?:${homes.join('|')})\\w`)

/** Text that is valid on only one machine: package hosts and absolute paths.
 * @param {Source[]} sources
 * @returns {string[]} */
export function localWords(sources) {
  return sources.flatMap(({ path: file, text }) =>
    linesMatching(text, localWord).map((line) => `${file}:${line} names a place that is only on one machine`),
  )
}

/** @param {string} text @param {RegExp} pattern @returns {number[]} */
function linesMatching(text, pattern) {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}
