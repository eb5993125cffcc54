const GROUP = 5
/** Letters of a code, and of one of an earlier version. */
const lengths = [25, 10]

/** Normalizes a pasted recovery code: `abcde 23456 …` becomes `abcde-23456-…`. */
export function recoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (!lengths.includes(letters.length)) return typed.trim().toLowerCase()
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? ''
}
