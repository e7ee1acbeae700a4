/**
 * Pixels: images decoded, made smaller and encoded, by codecs compiled to WebAssembly. Nothing strangers send reaches native code, and
 * the memory of a codec ends with its thread. See docs/decisions/content.md#image-codecs-are-webassembly.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ImageType } from './rebuild.ts'

/** Four octets a pixel: red, green, blue, alpha, not premultiplied. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Types whose pixels can be read and written. */
export type CodecType = Exclude<ImageType, 'image/gif'>

const { resolve } = createRequire(import.meta.url)
const compiled = async (path: string) => WebAssembly.compile(await readFile(resolve(path)))

/** The codecs, each loaded with the first image that needs it. Their own types are those of browsers. */
const decoders: Readonly<Record<CodecType, () => Promise<(file: ArrayBuffer) => Promise<Pixels>>>> = {
  'image/png': once(async () => {
    const codec = await import('@jsquash/png/decode.js')
    await codec.init((await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')) as never)
    return file => codec.decode(file) as Promise<Pixels>
  }),
  'image/jpeg': once(async () => {
    const codec = await import('@jsquash/jpeg/decode.js')
    await codec.init((await compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')) as never)
    return file => codec.default(file, { preserveOrientation: true }) as Promise<Pixels>
  }),
  'image/webp': once(async () => {
    const codec = await import('@jsquash/webp/decode.js')
    await codec.init((await compiled('@jsquash/webp/codec/dec/webp_dec.wasm')) as never)
    return file => codec.default(file) as Promise<Pixels>
  }),
}

const encoders: Readonly<Record<CodecType, () => Promise<(pixels: Pixels) => Promise<ArrayBuffer>>>> = {
  'image/png': once(async () => {
    const codec = await import('@jsquash/png/encode.js')
    await codec.init((await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')) as never)
    return pixels => codec.default(pixels as never)
  }),
  'image/jpeg': once(async () => {
    const codec = await import('@jsquash/jpeg/encode.js')
    await codec.init((await compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')) as never)
    return pixels => codec.default(pixels as never, { quality: 80 })
  }),
  'image/webp': once(async () => {
    const codec = await import('@jsquash/webp/encode.js')
    await codec.init((await compiled('@jsquash/webp/codec/enc/webp_enc_simd.wasm')) as never)
    return pixels => codec.default(pixels as never, { quality: 80 })
  }),
}

const scaler = once(async () => {
  const codec = await import('@jsquash/resize')
  await codec.initResize((await compiled('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm')) as never)
  return (pixels: Pixels, width: number, height: number) =>
    codec.default(pixels as never, {
      width,
      height,
      method: 'lanczos3',
      premultiply: true,
      linearRGB: false,
    }) as Promise<Pixels>
})

/** @returns the pixels upright, as EXIF says @throws what the codec throws where the file cannot be decoded */
export async function decode(type: CodecType, file: Buffer): Promise<Pixels> {
  const run = await decoders[type]()
  return run(new Uint8Array(file).buffer)
}

export async function encode(type: CodecType, pixels: Pixels): Promise<Buffer> {
  const run = await encoders[type]()
  return Buffer.from(await run(pixels))
}

/** Made smaller, never larger. @param width below that of the pixels */
export async function shrink(pixels: Pixels, width: number): Promise<Pixels> {
  const height = Math.max(1, Math.round((pixels.height * width) / pixels.width))
  // the filter is exact and slow: the most of it is done by averaging, down to twice what is wanted
  const factor = Math.floor(pixels.width / (2 * width))
  const near = factor > 1 && Math.floor(pixels.height / factor) >= height ? average(pixels, factor) : pixels
  return (await scaler())(near, width, height)
}

/** Each square of so many pixels becomes one, weighted by how opaque they are. */
function average({ data, width, height }: Pixels, factor: number): Pixels {
  const columns = Math.floor(width / factor)
  const rows = Math.floor(height / factor)
  const out = new Uint8ClampedArray(columns * rows * 4)
  const sums = new Float64Array(columns * 4)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let y = row * factor; y < (row + 1) * factor; y++) {
      let from = y * width * 4
      for (let to = 0; to < sums.length; to += 4) {
        for (let x = 0; x < factor; x++, from += 4) {
          const alpha = data[from + 3]!
          sums[to]! += data[from]! * alpha
          sums[to + 1]! += data[from + 1]! * alpha
          sums[to + 2]! += data[from + 2]! * alpha
          sums[to + 3]! += alpha
        }
      }
    }
    const start = row * columns * 4
    for (let at = 0; at < sums.length; at += 4) {
      const alpha = sums[at + 3]!
      if (alpha === 0) continue
      out[start + at] = sums[at]! / alpha
      out[start + at + 1] = sums[at + 1]! / alpha
      out[start + at + 2] = sums[at + 2]! / alpha
      out[start + at + 3] = alpha / (factor * factor)
    }
  }
  return { data: out, width: columns, height: rows }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
