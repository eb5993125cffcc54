/** Shows the waveform, which fills as playback proceeds, or an icon while there is no video. The poster is the cover. */
export function showAudioOnly(
  place: HTMLElement,
  video: HTMLVideoElement,
  { title, waveform }: { title: string; waveform: string | null },
): void {
  const wave = place.querySelector('i')
  const name = place.querySelector('span')
  if (wave === null || name === null) throw new Error('the player has no place for audio')
  name.textContent = title
  wave.hidden = waveform === null
  const show = () => {
    place.hidden = video.readyState === 0 || video.videoWidth > 0
    place.classList.toggle('cover', video.poster !== '')
    if (!place.hidden && waveform !== null) wave.style.setProperty('--wave', urlOf(waveform))
  }
  for (const event of ['loadedmetadata', 'resize', 'emptied']) video.addEventListener(event, show)
  video.addEventListener('timeupdate', () => {
    wave.style.setProperty('--played', `${(100 * video.currentTime) / video.duration}%`)
  })
}

function urlOf(address: string): string {
  return `url("${new URL(address, location.href).href.replaceAll('"', '%22')}")`
}
