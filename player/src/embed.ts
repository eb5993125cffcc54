import './embed.css'
import { mountPlayer } from './index.ts'

const { playbackId, title, poster, storyboard } = document.body.dataset
const host = document.createElement('div')
document.body.append(host)
const language = new URLSearchParams(location.search).get('lang') ?? navigator.language
document.documentElement.lang = language

mountPlayer(host, {
  src: `/play/${playbackId}.m3u8`,
  title: title ?? '',
  poster: poster || null,
  storyboard: storyboard || null,
  language,
})
