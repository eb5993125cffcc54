import { expect, it } from 'vitest'
import { recoveryCode } from '../recovery-code'

it.each(['abcde-23456', ' ABCDE-23456 ', 'abcde 23456', 'abcde23456', 'abcde–23456'])('reads %j', (typed) => {
  expect(recoveryCode(typed)).toBe('abcde-23456')
})

it('leaves six digits unchanged', () => {
  expect(recoveryCode(' 481920 ')).toBe('481920')
})
