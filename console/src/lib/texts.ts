import type { Translate } from './i18n'
import type { Problem } from './problem'

/** The translated title of a problem. */
export function problemText(t: Translate, problem: Problem): string {
  return t(`problems.${problem.id}`, { defaultValue: problem.message })
}
