import { resolve } from 'node:path'
import { configFromProcess } from '../config.ts'
import { type BackupPart, backupParts } from '../platform/backup/backup-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog, messageOf } from '../platform/log.ts'
import { StartupFailure } from '../platform/startup-failure.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** How a part that is not in the backup is kept. */
const elsewhere: Readonly<Record<BackupPart, string>> = {
  database: 'the database at DATABASE_URL: use pg_dump or pg_basebackup',
  files: 'the files in S3_BUCKET: use versions or replication of the bucket',
  views: 'the views at CLICKHOUSE_URL: use its BACKUP DATABASE',
  key: 'the key in SECRETS_KEY: keep it in a safe place',
}

try {
  const [, , command, folder] = process.argv
  const usage = 'Name a folder: npm run backup -- FOLDER, or npm run restore -- FOLDER.'
  if (folder === undefined) throw new StartupFailure(usage)
  await run(command, resolve(folder))
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof StartupFailure ? error.message : messageOf(error)}\n`)
  process.exit(1)
}

async function run(command: string | undefined, folder: string): Promise<void> {
  const config = configFromProcess()
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (command === 'restore') {
    await restore(folder, config)
    say(`${folder} is restored in ${config.DATA_DIR}. Start Kinora with npm start.`)
    return
  }
  const parts = await backUp(folder, config, createLog(config.LOG_LEVEL), systemClock)
  say(`The backup is in ${folder}.`)
  for (const part of backupParts) if (!parts.includes(part)) say(`It does not have ${elsewhere[part]}.`)
}
