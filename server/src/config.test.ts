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

  it('reads hosts that addresses of users may lead to', () => {
    expect(readConfig({ OUTGOING_HOSTS: 'ads.Example, *.cdn.example:8443' }).OUTGOING_HOSTS).toEqual([
      { host: 'ads.example', isForSubdomains: false, port: '' },
      { host: 'cdn.example', isForSubdomains: true, port: '8443' },
    ])
    const wrong = 'OUTGOING_HOSTS.1: Enter hosts such as example.com, *.example.com or example.com:8443'
    expect(() => readConfig({ OUTGOING_HOSTS: 'ads.example,https://cdn.example' })).toThrow(wrong)
  })

  it('prefers --roles', () => {
    expect(readConfig({ ROLES: 'web' }, ['--roles', 'delivery,worker']).ROLES).toEqual(['delivery', 'worker'])
  })

  const plain = [
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/kinora' }, 'add sslmode=verify-full'],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'postgres://localhost/kinora?host=db.example' },
      'add sslmode=verify-full',
    ],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'postgres://10.0.0.9/kinora?sslmode=no-verify' },
      'add sslmode=verify-full',
    ],
    ['CLICKHOUSE_URL', { CLICKHOUSE_URL: 'http://views.example:8123' }, 'use https:'],
    ['STT_URL', { STT_URL: 'http://speech.example/v1' }, 'use https:'],
    ['LIVE_NODE_HOST', { LIVE_NODE_HOST: '10.0.0.5' }, 'set FEED_TLS_CERT and FEED_TLS_KEY'],
  ] as const
  it.each(plain)('refuses an unencrypted connection of %s to another machine', (name, env, advice) => {
    const message = `The configuration is not valid:\n  ${name}: is not encrypted: ${advice}, or set ALLOW_PLAINTEXT=${name}`
    expect(() => readConfig(env)).toThrow(message)
    expect(readConfig({ ...env, ALLOW_PLAINTEXT: `SMTP_URL, ${name}` })).toMatchObject(env)
  })

  it.each([
    { DATABASE_URL: 'postgres://db.example/kinora?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://localhost/kinora' },
    { DATABASE_URL: 'postgres://kinora@localhost/kinora?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://kinora@%2Frun%2Fpostgresql/kinora' },
    { DATABASE_URL: 'postgres://127.0.0.1:5432/kinora' },
    { DATABASE_URL: 'postgres://[::1]/kinora' },
    { CLICKHOUSE_URL: 'https://views.example' },
    { LIVE_NODE_HOST: '10.0.0.5', FEED_TLS_CERT: 'a.pem', FEED_TLS_KEY: 'b.pem' },
  ])('accepts %j', (env) => {
    expect(readConfig(env)).toMatchObject(env)
  })

  it('reports nothing else beside a wrong value', () => {
    const message = 'The configuration is not valid:\n  PORT: Enter a number'
    expect(() => readConfig({ PORT: 'high' })).toThrow(expect.objectContaining({ message }))
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
