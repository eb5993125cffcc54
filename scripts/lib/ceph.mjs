import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { mustRun, run } from './run.mjs'

const packages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw']
const programs = ['/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/radosgw', '/usr/bin/radosgw-admin']
const bucket = 'kinora-test'
const patienceMs = 90_000

export async function installCeph() {
  if (programs.every((program) => existsSync(program))) return
  console.log('Installing Ceph …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await mustRun('apt-get update', 'apt-get', ['update'], { env })
  const words = ['install', '-y', '--no-install-recommends', ...packages]
  await mustRun('apt-get install ceph', 'apt-get', words, { env })
}

/** A monitor, one store in memory and the S3 gateway, with a user and a bucket. */
export async function startCeph(folder) {
  const [monPort, gatewayPort] = [await freePort(), await freePort()]
  const conf = path.join(folder, 'ceph.conf')
  const [key, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  writeFileSync(conf, configuration(folder, monPort, gatewayPort))
  mkdirSync(path.join(folder, 'osd'))
  const tool = (program, ...args) => mustRun(program, program, ['-c', conf, ...args])

  await tool(
    'monmaptool',
    '--create',
    '--fsid',
    fsidOf(folder),
    '--addv',
    'a',
    `[v2:127.0.0.1:${monPort}]`,
    monmap,
  )
}
