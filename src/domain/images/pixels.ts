/**
 * Pixels: images decoded, made smaller and encoded, by codecs compiled to WebAssembly. Nothing strangers send reaches native code, and
 * the memory of a codec ends with its thread. See docs/decisions/content.md#image-codecs-are-webassembly.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { measurePng } from './png-pixels.ts'
import type { ImageType } from './rebuild.ts'

/** Four octets a pixel: red, green, blue, alpha, not premultiplied. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

export type Size = Pick<Pixels, 'width' | 'height'>

/** Types whose pixels can be read and written. */
export type CodecType = Exclude<ImageType, 'image/gif'>

const { resolve } = createRequire(import.meta.url)
const compiled = async (path: string) => WebAssembly.compile(await readFile(resolve(path)))

/** Decodes at once. @returns null where the file cannot be decoded @throws what the codec throws */
type Decoder = (file: Uint8Array) => Pixels | null

/** The codecs, each loaded with the first image that needs it. Their own types are those of browsers. */
const decoders = {
  'image/png': once(async (): Promise<(file: ArrayBuffer) => Promise<Pixels>> => {
    const codec = await import('@jsquash/png/decode.js')
    await codec.init((await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')) as never)
    return file => codec.decode(file) as Promise<Pixels>
  }),
  'image/jpeg': once(async (): Promise<Decoder> => {
    const [codec, wasm] = await Promise.all([
      import('@jsquash/jpeg/codec/dec/mozjpeg_dec.js'),
      compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    ])
    const { decode: run } = await started(codec.default, wasm)
    return file => run(file, true)
  }),
  'image/webp': once(async (): Promise<Decoder> => {
    const [codec, wasm] = await Promise.all([
      import('@jsquash/webp/codec/dec/webp_dec.js'),
      compiled('@jsquash/webp/codec/dec/webp_dec.wasm'),
    ])
    const { decode: run } = await started(codec.default, wasm)
    return file => run(file)
  }),
}

/** A decoder compiled by Emscripten. */
interface EmscriptenDecoder {
  readonly decode: (file: Uint8Array, upright?: boolean) => Pixels | null
}

async function started(factory: unknown, wasm: WebAssembly.Module): Promise<EmscriptenDecoder> {
  const { initEmscriptenModule } = await import('@jsquash/jpeg/utils.js')
  return (initEmscriptenModule as never as (...given: unknown[]) => Promise<EmscriptenDecoder>)(factory, wasm) // its types name those of browsers
}

/**
 * Such a decoder hands out its pixels as `new Uint8ClampedArray(…)` of its memory, with the constructor that it looks up when it runs
 * first. It gets one that does not copy: of 25 megapixels the copy would have 100 MB. It runs at once and so does `use`, so nothing
 * else meets that constructor or changes that memory.
 * @param use must not keep the pixels
 */
function run<Value>(decoder: Decoder, file: Buffer, use: (pixels: Pixels) => Value): Value {
  isRunning = true
  globalThis.Uint8ClampedArray = viewing
  let pixels: Pixels | null
  try {
    pixels = decoder(file)
  } finally {
    isRunning = false
    globalThis.Uint8ClampedArray = original
  }
  if (!pixels) throw new Error('it cannot be decoded')
  return use(pixels)
}

const { Uint8ClampedArray: original } = globalThis
let isRunning = false
const viewing = new Proxy(original, {
  construct: (target, given, newTarget) => (isRunning ? given[0] : Reflect.construct(target, given, newTarget)),
})

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

/** A part of an image, in the type that it has. @param area within it */
export function cutPixels(
  { data, width: columns }: Pixels,
  area: { readonly x: number; readonly y: number } & Size,
): Pixels {
  const { x, y, width, height } = area
  const cut = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * columns + x) * 4
    cut.set(data.subarray(from, from + width * 4), row * width * 4)
  }
  return { data: cut, width, height }
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

/** @returns the pixels upright, as EXIF says @throws what the codec throws, or Error, where the file cannot be decoded */
export async function decode(type: CodecType, file: Buffer): Promise<Pixels> {
  if (type === 'image/png') return (await decoders[type]())(new Uint8Array(file).buffer)
  return run(await decoders[type](), file, copyOf)
}

/**
 * Decodes an image for its size alone: whether it can be decoded, in much less memory than its pixels take.
 * @returns upright @throws what the codec throws, or Error, where the file cannot be decoded
 */
export async function measure(type: CodecType, file: Buffer): Promise<Size> {
  if (type === 'image/png') return measurePng(file)
  return run(await decoders[type](), file, ({ width, height }) => ({ width, height }))
}

export async function encode(type: CodecType, pixels: Pixels): Promise<Buffer> {
  const run = await encoders[type]()
  return Buffer.from(await run(pixels))
}

/** Pixels of an image that the filter is given: it takes 30 octets for each. */
const mostFiltered = 3_000_000
/** Of a larger image the decoder holds so much already that the filter has no room beside it. */
const mostBesideFilter = 8_000_000

/** Decodes an image and makes it smaller, never larger. @param width below that of the image @throws as `decode` */
export async function decodeSmaller(type: CodecType, file: Buffer, width: number): Promise<Pixels> {
  const near =
    type === 'image/png'
      ? averaged(await decode(type, file), width)
      : run(await decoders[type](), file, pixels => averaged(pixels, width))
  const height = heightFor(near, width)
  return near.width === width ? near : (await scaler())(near, width, height)
}

function heightFor({ width, height }: Size, wanted: number): number {
  return Math.max(1, Math.round((height * wanted) / width))
}

/** The filter is exact and slow: the most of it is done by averaging, down to twice what is wanted; of large images all. */
function averaged(pixels: Pixels, width: number): Pixels {
  const height = heightFor(pixels, width)
  const columns = Math.min(pixels.width, 2 * width)
  const rows = Math.min(pixels.height, 2 * height)
  const isLarge = pixels.width * pixels.height > mostBesideFilter || columns * rows > mostFiltered
  if (isLarge) return average(pixels, width, height)
  return columns < pixels.width ? average(pixels, columns, rows) : copyOf(pixels)
}

function copyOf({ data, width, height }: Pixels): Pixels {
  return { data: new Uint8ClampedArray(data), width, height }
}

/** Each pixel becomes the mean of the area that it covers, weighted by how opaque that is. */
function average(from: Pixels, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  const [columns, rows] = [from.width / width, from.height / height]
  const sums = new Float64Array(width * 4)
  for (let row = 0; row < height; row++) {
    sums.fill(0)
    const [top, bottom] = [row * rows, Math.min(from.height, (row + 1) * rows)]
    for (let y = Math.floor(top); y < bottom; y++)
      addRow(sums, from, y, Math.min(y + 1, bottom) - Math.max(y, top), columns)
    const start = row * width * 4
    for (let at = 0; at < sums.length; at += 4) {
      const alpha = sums[at + 3]!
      if (alpha === 0) continue
      data[start + at] = sums[at]! / alpha
      data[start + at + 1] = sums[at + 1]! / alpha
      data[start + at + 2] = sums[at + 2]! / alpha
      data[start + at + 3] = alpha / (columns * rows)
    }
  }
  return { data, width, height }
}

/** @param share of the row that counts @param columns of it that become one */
function addRow(sums: Float64Array, { data, width }: Pixels, y: number, share: number, columns: number): void {
  for (let to = 0, left = 0; to < sums.length; to += 4, left += columns) {
    const right = Math.min(width, left + columns)
    let from = (y * width + Math.floor(left)) * 4
    for (let x = Math.floor(left); x < right; x++, from += 4) {
      const covered = (x + 1 < right ? x + 1 : right) - (x > left ? x : left)
      const alpha = data[from + 3]! * covered * share
      sums[to]! += data[from]! * alpha
      sums[to + 1]! += data[from + 1]! * alpha
      sums[to + 2]! += data[from + 2]! * alpha
      sums[to + 3]! += alpha
    }
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
