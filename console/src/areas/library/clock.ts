/** Seconds as `hh:mm:ss`, with thousandths where there are some: `00:01:02.040`. */
export function clockOf(seconds: number): string {
  const thousandths = Math.max(0, Math.round(seconds * 1000))
  const whole = Math.floor(thousandths / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':')
  const rest = thousandths % 1000
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`
}
