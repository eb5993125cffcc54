import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { Failure } from '../lib/failure.mjs'
import { mustRun, run } from '../lib/run.mjs'

const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  // Chromium without a user interface: journeys take a fifth less time in it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export async function requireFfmpeg() {
  const isThere = () => findInPath('ffmpeg') && findInPath('ffprobe')
  if (isThere()) return
  await install({ apt: 'ffmpeg', brew: ['ffmpeg'], name: 'ffmpeg' })
  if (!isThere()) throw new Failure('ffmpeg was installed but is not on the PATH.')
}

/** Fonts for the texts that people draw into social clips, in the languages of the product. Without them Kinora
 * runs and says which clip lacks a font; the tests need them. */
export async function installFonts({ isRequired }) {
  if (await hasFonts()) return
  try {
    await install({ apt: 'fonts-noto-core', brew: ['--cask', 'font-noto-sans-devanagari'], name: 'fonts' })
  } catch (error) {
    if (isRequired || !(error instanceof Failure)) throw error
    console.log(`Some texts cannot be drawn into social clips. ${error.message}`)
  }
}

/** The speech engine of English transcripts. Without it Kinora runs and says so, and its tests expect that. */
export async function installSpeech() {
  if (findInPath('pocketsphinx_continuous') || !findInPath('apt-get') || process.getuid() !== 0) return
  try {
    await install({ apt: ['pocketsphinx', 'pocketsphinx-en-us'], brew: [], name: 'speech recognition' })
  } catch (error) {
    console.log(`Transcripts cannot be made. ${error.message}`)
  }
}

async function hasFonts() {
  if (!findInPath('fc-list')) return process.platform === 'darwin'
  for (const language of ['ar', 'hi', 'te']) {
    const { output } = await run('fc-list', [`:lang=${language}`, 'family'])
    if (output.trim() === '') return false
  }
  return true
}

/** The browser of the journeys, or undefined. */
export function findChromium() {
  return chromiumPaths.find((file) => file && isExecutable(file))
}

export async function requireChromium() {
  if (findChromium()) return
  const brew = ['--cask', 'google-chrome']
  await install({ apt: 'chromium-headless-shell', brew, name: 'Chromium' })
  if (!findChromium()) throw new Failure('Chromium was installed but not found: set CHROMIUM_PATH to it.')
}

/** Installs programs if no password is required, otherwise fails with the command to run. */
async function install({ apt, brew, name }) {
  if (findInPath('apt-get')) {
    const words = ['install', '-y', '--no-install-recommends'].concat(apt)
    if (process.getuid() !== 0) {
      throw new Failure(
        `${name} is missing. Install it, then start again:\n  sudo apt-get ${words.join(' ')}`,
      )
    }
    console.log(`Installing ${name} …`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await mustRun('apt-get update', 'apt-get', ['update'], { env })
    await mustRun(`apt-get install ${name}`, 'apt-get', words, { env })
    return
  }
  if (findInPath('brew')) {
    console.log(`Installing ${name} …`)
    await mustRun(`brew install ${brew.join(' ')}`, 'brew', ['install'].concat(brew))
    return
  }
  const hint =
    process.platform === 'darwin' ? `\n  brew install ${brew.join(' ')}` : ` with the system's packages.`
  throw new Failure(`${name} is missing. Install it, then start again:${hint}`)
}

function findInPath(program) {
  const dirs = (process.env.PATH || '').split(path.delimiter)
  return dirs.some((dir) => dir && isExecutable(path.join(dir, program)))
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
