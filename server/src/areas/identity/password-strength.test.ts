import { expect, it } from 'vitest'
import { assertStrong } from './password-strength.ts'

const about = ['meera.pillai@malayala-news.example', 'Meera', 'Pillai']

it.each([
  'Password1!',
  'P@ssw0rd',
  'Qwerty1!',
  'Welcome1!',
  'Kinora1!',
  'Aa1!aaaa',
  'Meera2024!',
  'Pillai@123',
  'Malayala1!',
  'Abcd1234!',
])('%s is too easy to guess', async (password) => {
  await expect(assertStrong(password, about)).rejects.toMatchObject({ id: 'password-common' })
})

it.each([
  'Correct-horse1',
  'Another-horse2',
  'Attacker-horse9',
  'Canary-password-1',
  'xK9!vbQ2zr',
  `Aa1!${'a sentence that nobody says '.repeat(6)}`,
])('%s is accepted', async (password) => {
  await assertStrong(password, about)
})
