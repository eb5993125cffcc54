import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { inRoot } from './paths.mjs'
import { mustRun } from './run.mjs'

const packages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw']
const programs = ['ceph-mon', 'ceph-osd', 'ceph', 'radosgw']
const bucket = 'kinora-test'
const patienceMs = 60_000

export async function installCeph() {
  if (programs.every((program) => existsSync(`/usr/bin/${program}`))) return
  console.log('Installing Ceph …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await mustRun('apt-get update', 'apt-get', ['update'], { env })
  const words = ['install', '-y', '--no-install-recommends'].concat(packages)
  await mustRun('apt-get install', 'apt-get', words, { env })
}

/** Starts a monitor, an in-memory object store and the S3 gateway, all on loopback, with a user and a bucket. */
export async function startCeph(folder) {
  const cluster = { id: randomUUID(), monPort: await freePort(), gatewayPort: await freePort() }
  const conf = path.join(folder, 'ceph.conf')
  writeFileSync(conf, configuration(folder, cluster))
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(path.join(folder, name))

  const daemons = []
  const start = (program, args) =>
    daemons.push(spawn(program, ['-c', conf, '-f', ...args], { stdio: 'ignore' }))
  const tool = (program, args) => mustRun(program, program, ['-c', conf].concat(args))
  const stop = async () => {
    for (const daemon of daemons.reverse()) await end(daemon)
  }
  try {
    await startMonitor(folder, cluster, tool, start)
    await startStore(tool, start)
    start('radosgw', ['-n', 'client.admin'])
    const access = await openBucket(`http://127.0.0.1:${cluster.gatewayPort}`, tool)
    return { ...access, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startMonitor(folder, { id, monPort }, tool, start) {
  const map = path.join(folder, 'monmap')
  const address = `[v2:127.0.0.1:${monPort}]`
  await tool('monmaptool', ['--create', '--fsid', id, '--addv', 'a', address, map])
  await tool('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map])
  start('ceph-mon', ['-i', 'a'])
}

async function startStore(tool, start) {
  const id = randomUUID()
  await tool('ceph', ['--connect-timeout', String(patienceMs / 1000), 'osd', 'new', id])
  await tool('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id])
  start('ceph-osd', ['-i', '0'])
}

async function openBucket(endpoint, tool) {
  await whenAnswered(endpoint)
  const [key, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  const user = ['--uid=kinora', '--display-name=kinora', `--access-key=${key}`, `--secret-key=${secret}`]
  await tool('radosgw-admin', ['user', 'create'].concat(user))
  // The S3 client of the server. Scripts have no packages of their own.
  const { S3Client, CreateBucketCommand } = createRequire(inRoot('server/package.json'))('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return { endpoint, bucket, key, secret }
}

async function whenAnswered(url) {
  const givenUpAt = Date.now() + patienceMs
  while (!(await fetch(url).catch(() => null))) {
    if (Date.now() > givenUpAt) throw new Failure('The S3 gateway of Ceph does not respond.')
    await pause(200)
  }
}

/** The configuration of Ceph. It turns off encryption between gateway and monitor, which would require keys. */
function configuration(folder, { id, monPort, gatewayPort }) {
  return `[global]
fsid = ${id}
mon_host = [v2:127.0.0.1:${monPort}/0]
public_network = 127.0.0.0/8
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 2147483648
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
keyring = ${folder}/keyring
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
log_file = ${folder}/run/$name.log
mon_cluster_log_file = ${folder}/run/cluster.log
[client.admin]
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
`
}

function end(daemon) {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    daemon.once('exit', resolve)
    daemon.kill('SIGKILL')
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
