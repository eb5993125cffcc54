/** Normalizes a pasted recovery code: `abcde 23456` becomes `abcde-23456`. */
export function recoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim().toLowerCase()
}
