import { expect, it } from 'vitest'
import { parseConfig, platformSettings } from './config.ts'

it('says in plain words which settings are not valid', () => {
  const env = { PORT: '99999', LOG_LEVEL: 'loud', PUBLIC_URL: 'video.example.com', DATABASE_POOL_MAX: 'many' }
  expect(() => parseConfig([platformSettings], env, [])).toThrow(
    [
      'The configuration is not valid:',
      '  PORT: Enter a number up to 65535',
      '  PUBLIC_URL: Enter a valid URL',
      '  LOG_LEVEL: Select one of: fatal, error, warn, info, debug',
      '  DATABASE_POOL_MAX: Enter a number',
    ].join('\n'),
  )
})
