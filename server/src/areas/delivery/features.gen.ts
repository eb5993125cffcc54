// Written by `npm run generate`.
import { feature as downloads } from './downloads/feature.ts'
import { feature as images } from './images/feature.ts'
import { feature as pages } from './pages/feature.ts'
import { feature as play } from './play/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [downloads, images, pages, play] as const
