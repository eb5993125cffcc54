import { describe, expect, it } from 'vitest'
import { readConfig, settings } from './config.ts'
import { settingsTable } from './platform/settings-table.ts'

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      PORT: 4000,
      HOST: '127.0.0.1',
      ROLES: ['web', 'delivery', 'worker', 'ingest'],
    })
    expect(config.DATA_DIR).toMatch(/\/data$/)
  })

  it('reads empty variables as unset, and parses numbers, flags and lists', () => {
    const config = readConfig({
      HOST: '',
      PORT: '8080',
      TRUST_PROXY: '2',
      ROLES: 'web, worker',
      URL_ALLOW_PRIVATE: '10.0.0.0/8, fd00::/8',
    })
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      TRUST_PROXY: 2,
      ROLES: ['web', 'worker'],
      URL_ALLOW_PRIVATE: ['10.0.0.0/8', 'fd00::/8'],
    })
  })

  it('accepts an email address or a URL as the support contact', () => {
    expect(readConfig({ SUPPORT_CONTACT: 'help@example.com' }).SUPPORT_CONTACT).toBe('help@example.com')
    expect(readConfig({ SUPPORT_CONTACT: 'https://example.com/help' }).SUPPORT_CONTACT).toBe(
      'https://example.com/help',
    )
    expect(() => readConfig({ SUPPORT_CONTACT: 'javascript:alert(1)' })).toThrow('SUPPORT_CONTACT')
  })

  it('lists the allowed values of each setting', () => {
    const rows = new Map(
      settingsTable(settings)
        .split('\n')
        .map((row) => [row.split('`')[1], row]),
    )
    expect(rows.get('LOG_LEVEL')).toContain('| `fatal`, `error`, `warn`, `info`, `debug` |')
    expect(rows.get('SIGN_UP')).toContain('| `open`, `invitation` |')
    expect(rows.get('S3_FORCE_PATH_STYLE')).toContain('| `0`, `1`, `true`, `false` |')
    expect(rows.get('PORT')).toContain('| 0 to 65535 |')
    expect(rows.get('URL_TIMEOUT_SECONDS')).toContain('| at least 1 |')
    expect(rows.get('MAIL_FROM')).toContain('` |  | ')
  })

  it('prefers --roles', () => {
    expect(readConfig({ ROLES: 'web' }, ['--roles', 'delivery,worker']).ROLES).toEqual(['delivery', 'worker'])
  })

  it('reports all errors at once', () => {
    const wrong = {
      PORT: 'high',
      ROLES: 'web,cook',
      URL_ALLOW_PRIVATE: 'here',
      DATABASE_URL: 'mysql://x',
      S3_BUCKET: 'b',
    }
    expect(() => readConfig(wrong)).toThrow(
      /PORT: .*\n.*ROLES\.1: .*\n.*DATABASE_URL: .*\n.*URL_ALLOW_PRIVATE\.0: .*\n.*S3_BUCKET: needs S3_ACCESS_KEY_ID/,
    )
  })
})
