import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { renderPageAsImage } from 'unpdf';

const SCALE = 0.6;

/** What we use of `@napi-rs/canvas`, described here because only the full run installs it. */
type Picture = { width: number; height: number };
type Context = {
  drawImage(image: Picture, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
};
type Canvas = {
  createCanvas(width: number, height: number): { getContext(kind: '2d'): Context };
  loadImage(bytes: Buffer): Promise<Picture>;
};

function loadCanvas(): Canvas {
  return createRequire(import.meta.url)('@napi-rs/canvas') as Canvas;
}

/** A page as the picture that a reader sees, small. */
export async function drawPage(bytes: Uint8Array, page = 1): Promise<Buffer> {
  const canvasImport = async () => loadCanvas() as never;
  return Buffer.from(await renderPageAsImage(new Uint8Array(bytes), page, { canvasImport, scale: SCALE }));
}

/**
 * The share of pixels in which a picture differs clearly from the one that is kept under a name. Edges of letters may
 * differ a little between machines. `UPDATE_PAGES=1` keeps the new picture; look at it before you do.
 */
export async function comparePage(name: string, picture: Buffer): Promise<number> {
  const file = new URL(`pages/${name}.png`, import.meta.url);
  if (process.env.UPDATE_PAGES === '1') writeFileSync(file, picture);
  if (!existsSync(file)) throw new Error(`There is no picture named ${name}.`);
  return comparePictures(readFileSync(file), picture);
}

/** The share of pixels in which two pictures differ clearly. */
export async function comparePictures(one: Buffer, other: Buffer): Promise<number> {
  const [kept, now] = await Promise.all([readPixels(one), readPixels(other)]);
  if (kept.width !== now.width || kept.height !== now.height) return 1;
  let different = 0;
  for (let at = 0; at < kept.data.length; at += 4) {
    const distance = [0, 1, 2].map((channel) =>
      Math.abs((kept.data[at + channel] ?? 0) - (now.data[at + channel] ?? 0)),
    );
    if (Math.max(...distance) > 96) different += 1;
  }
  return different / (kept.width * kept.height);
}

/** How many columns at the right edge of a picture are empty, as a share of its width. */
export async function emptyRight(picture: Buffer): Promise<number> {
  const { data, width, height } = await readPixels(picture);
  for (let x = width - 1; x >= 0; x -= 1) {
    // The band at the top reaches both edges and is not text.
    for (let y = Math.floor(height * 0.2); y < height; y += 1) {
      if ((data[(y * width + x) * 4] ?? 255) < 160) return (width - 1 - x) / width;
    }
  }
  return 1;
}

async function readPixels(png: Buffer): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  const { createCanvas, loadImage } = loadCanvas();
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { data, width: image.width, height: image.height };
}
