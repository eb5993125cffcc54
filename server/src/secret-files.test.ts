import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, settings } from './config.ts'
import { settingsTable } from './platform/settings-table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileWith(text: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}`)
  await writeFile(path, text)
  return path
}

const key = Buffer.alloc(32, 7).toString('base64')
const secrets = {
  DATABASE_URL: 'postgres://kinora:password@localhost/kinora',
  S3_ACCESS_KEY_ID: 'access-key',
  S3_SECRET_ACCESS_KEY: ' a key with spaces ',
  SMTP_URL: 'smtp://user:password@localhost:25',
  METRICS_TOKEN: 'a-token-of-metrics',
  STT_KEY: 'speech-key',
  VIDEO_ANALYSIS_KEY: 'analysis-key',
  LLM_KEY: 'model-key',
  CLICKHOUSE_URL: 'http://kinora:password@localhost:8123/views',
  STRIPE_SECRET_KEY: 'sk_of_stripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_stripe',
} as const

describe('the file of a secret', () => {
  it.each(Object.entries(secrets))('gives the value of %s', async (name, value) => {
    const address = 'http://localhost/v1'
    const stripe =
      name === 'STRIPE_SECRET_KEY'
        ? { STRIPE_PUBLISHABLE_KEY: 'pk_of_stripe', STRIPE_WEBHOOK_SECRET: 'whsec_of_stripe' }
        : {}
    const others = { STT_URL: address, VIDEO_ANALYSIS_URL: address, LLM_URL: address, ...stripe }
    const read = async (text: string) => readConfig({ ...others, [`${name}_FILE`]: await fileWith(text) })
    expect(await read(value)).toMatchObject({ [name]: value })
    expect(await read(`${value}\n`)).toMatchObject({ [name]: value })
    expect(await read(`${value}\r\n`)).toMatchObject({ [name]: value })
  })

  it('gives keys for stored secrets, and settings that others need', async () => {
    const config = readConfig({
      SECRETS_KEY_FILE: await fileWith(`${key},${key}\n`),
      S3_BUCKET: 'videos',
      S3_ACCESS_KEY_ID_FILE: await fileWith('id'),
      S3_SECRET_ACCESS_KEY_FILE: await fileWith('secret'),
    })
    expect(config).toMatchObject({ SECRETS_KEY: [key, key], S3_BUCKET: 'videos', S3_ACCESS_KEY_ID: 'id' })
  })

  it('loses one newline at the end and nothing else', async () => {
    const file = await fileWith('  sixteen letters or more\n\n')
    expect(readConfig({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe('  sixteen letters or more\n')
  })

  it('stops the start with its fault if it cannot be used, with all others at once', async () => {
    const missing = join(folder, 'missing')
    const empty = await fileWith('\n')
    const env = {
      METRICS_TOKEN_FILE: missing,
      SMTP_URL_FILE: folder,
      SECRETS_KEY_FILE: empty,
      SECRETS_KEY: '',
      DATABASE_URL: secrets.DATABASE_URL,
      DATABASE_URL_FILE: missing,
    }
    expect(() => readConfig(env)).toThrow(
      [
        'The configuration is not valid:',
        '  DATABASE_URL_FILE: Set DATABASE_URL or DATABASE_URL_FILE, not both (secret-given-twice)',
        `  SMTP_URL_FILE: The file ${folder} cannot be read: EISDIR (secret-file-unreadable)`,
        `  METRICS_TOKEN_FILE: There is no file ${missing} (secret-file-missing)`,
        `  SECRETS_KEY_FILE: The file ${empty} is empty (secret-file-empty)`,
      ].join('\n'),
    )
  })

  it('is checked like the variable, and its value is not in the message', async () => {
    const file = await fileWith('a-short-one')
    expect(() => readConfig({ METRICS_TOKEN_FILE: file })).toThrow(/^(?!.*a-short-one).*METRICS_TOKEN: /s)
  })
})

describe('the table of settings', () => {
  it('names the files of all secrets', () => {
    const rows = settingsTable(settings).split('\n')
    const named = rows.flatMap((row) => /^\| `(\w+)`, `\1_FILE` \|/.exec(row)?.[1] ?? [])
    expect(named.toSorted()).toEqual([...Object.keys(secrets), 'SECRETS_KEY'].toSorted())
  })

  it('has no other setting that is named like a secret, except files', () => {
    const rows = settingsTable(settings).split('\n')
    const others = rows.flatMap(
      (row) => /^\| `(\w*(?:KEY|TOKEN|SECRET|PASSWORD)\w*)` \|/.exec(row)?.[1] ?? [],
    )
    expect(others.toSorted()).toEqual([
      'BREACHED_PASSWORDS',
      'FEED_TLS_KEY',
      'PASSWORD_MEMORY_KIB',
      'PASSWORD_PASSES',
      'SIGNING_KEY_BITS',
      'STRIPE_PUBLISHABLE_KEY',
      'TLS_KEY',
    ])
  })
})
