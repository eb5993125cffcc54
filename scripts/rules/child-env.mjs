import { isTest } from './sources.mjs'
import { findCalls } from './syntax.mjs'

/** @typedef {import('./sources.mjs').Source} Source */

const starts = ['spawn', 'fork', 'execFile', 'exec', 'run']
const startsThread = /\bnew Worker\([^;]*?\n {2,}\}\)|\bnew Worker\([^\n]*\)/g

/** Processes and threads that get all variables of their parent, which has secrets in them.
 * @param {Source[]} sources
 * @returns {string[]} */
export function sharedEnvironments(sources) {
  return sources
    .filter(({ path: file, text }) => isProgram(file) && /'node:(?:child_process|worker_threads)'/.test(text))
    .flatMap(({ path: file, text }) => {
      const calls = findCalls({ path: file, text }, starts).filter(
        ({ text: call }) => !/\benv\b|\boptions\b/.test(call) && /^\w+\((?!execFile\))/.test(call),
      )
      const threads = [...text.matchAll(startsThread)].filter(([thread]) => !/\benv\b/.test(thread))
      return [
        ...calls.map(({ line, text: call }) => `${file}:${line} ${call.split('(', 1)[0]} without env`),
        ...threads.map(() => `${file} new Worker without env`),
      ]
    })
}

/** @param {string} file */
function isProgram(file) {
  return /^server\/src\/(?!testing\/)/.test(file) && !isTest(file)
}
