/** A `-progress` report of ffmpeg. Unknown values ("N/A") are 0 for the time and null otherwise. */
export interface Progress {
  outTimeS: number
  frame: number | null
  speed: number | null
  totalSize: number | null
  done: boolean
}

/** Parses ffmpeg's `-progress pipe:1` output from chunks of any size, and returns complete reports. */
export function progressReader(): (chunk: string) => Progress[] {
  let pending = ''
  let fields = new Map<string, string>()
  return (chunk) => {
    const lines = (pending + chunk).split('\n')
    // An endless line is not ffmpeg's. It is cut to limit memory.
    pending = (lines.pop() ?? '').slice(-1000)
    const reports: Progress[] = []
    for (const line of lines) {
      const at = line.indexOf('=')
      if (at < 0) continue
      const key = line.slice(0, at)
      if (key !== 'progress') {
        if (fields.size < 200) fields.set(key, line.slice(at + 1).trim())
        continue
      }
      reports.push(progressOf(fields, line.slice(at + 1).trim() === 'end'))
      fields = new Map()
    }
    return reports
  }
}

function progressOf(fields: Map<string, string>, done: boolean): Progress {
  const number = (key: string) => {
    const value = Number.parseFloat(fields.get(key) ?? '')
    return Number.isFinite(value) ? value : null
  }
  const outTimeUs = number('out_time_us')
  // Before the first packet ffmpeg reports the smallest 64-bit number, and later sometimes slightly negative times.
  const outTimeS = outTimeUs !== null && outTimeUs > 0 ? outTimeUs / 1e6 : 0
  return { outTimeS, frame: number('frame'), speed: number('speed'), totalSize: number('total_size'), done }
}
