import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { problem } from '../../platform/problem.ts'
import { isBreached } from './breached-passwords.ts'

/** Guesses that a password must withstand, as a power of ten. Common passwords with usual changes take fewer. */
const LEAST_GUESSES_LOG10 = 8
/** More characters make no password weak, and take long to rate. */
const MOST_CHARACTERS = 60

let opened: Promise<ZxcvbnFactory> | undefined

/** zxcvbn knows 40,000 common passwords and names, keyboard patterns and usual replacements. Its lists need memory, so they are
 * loaded when the first password is set. */
function open(): Promise<ZxcvbnFactory> {
  opened ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary, graphs: adjacencyGraphs }),
  )
  return opened
}

/** @param about words about the person, such as name and email address, which attackers try first
 * @param list a file of breached passwords (`BREACHED_PASSWORDS`), if there is one
 * @throws problem password-common, password-breached */
export async function assertStrong(password: string, about: readonly string[], list?: string): Promise<void> {
  const words = ['kinora', ...about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])]
  const known = words.filter((word) => word.length > 2).map((word) => word.toLowerCase())
  const { guessesLog10 } = (await open()).check(password.slice(0, MOST_CHARACTERS), known)
  if (guessesLog10 < LEAST_GUESSES_LOG10) throw problem('password-common')
  if (list !== undefined && (await isBreached(list, password))) throw problem('password-breached')
}
