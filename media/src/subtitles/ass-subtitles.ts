/** Fields of a line before its text, which may contain commas. */
const fields = ['Layer', 'Start', 'End', 'Style', 'Name', 'MarginL', 'MarginR', 'MarginV', 'Effect']
const dialogue = new RegExp(`^Dialogue:\\s*${fields.map(() => '([^,]*),').join('')}(.*)$`)

/** Converts a SubStation file, as ffmpeg writes it, to SubRip with overrides such as `{\i1}`. */
export function assToSrt(ass: string): string {
  const cues = ass.split(/\r?\n/).flatMap((line) => {
    const found = dialogue.exec(line)
    const [start = '', end = '', text = ''] = [found?.[2], found?.[3], found?.[10]]
    return found === null ? [] : [`${start} --> ${end}\n${srtTextOf(text)}\n`]
  })
  return cues.map((cue, n) => `${n + 1}\n${cue}`).join('\n')
}

/** Removes comments, which are braces without a backslash. */
function srtTextOf(text: string): string {
  return text
    .replaceAll(/\{[^{}\\]*\}/g, '')
    .replaceAll(/\{[^{}\\]+\\/g, '{\\')
    .replaceAll('\\N', '\n')
    .replaceAll('\\n', ' ')
    .replaceAll('\\h', '\u00a0')
}
