import { expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { openPasswords } from '../passwords.ts'

const cheap = openPasswords({ PASSWORD_MEMORY_KIB: 8, PASSWORD_PASSES: 1 })
const costly = openPasswords({ PASSWORD_MEMORY_KIB: 64, PASSWORD_PASSES: 3 })

it('hashes by argon2id with 19 MiB and 2 passes unless told otherwise', async () => {
  expect(await openPasswords(readConfig({})).hash('Correct-horse1')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  )
  expect(await cheap.hash('Correct-horse1')).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
})

it('verifies hashes with another cost', async () => {
  for (const [made, checked] of [
    [cheap, costly],
    [costly, cheap],
  ] as const) {
    const passwordHash = await made.hash('Correct-horse1')
    expect(await checked.check('Correct-horse1', passwordHash)).toBe(true)
    expect(await checked.check('Wrong-horse1', passwordHash)).toBe(false)
  }
})

it('rejects every password without an account, even that of the decoy hash', async () => {
  expect(await cheap.check('a password that nobody has', null)).toBe(false)
})
