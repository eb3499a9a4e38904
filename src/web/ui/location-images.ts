import city from './locations/city.svg';
import harbour from './locations/harbour.svg';
import road from './locations/road.svg';

/** The drawn pictures for posts that have none of their own, by name. Sizes in pixels. */
export const locationImages = {
  harbour: { src: harbour, alt: 'Drawing of a bridge over a harbour with a ferry', width: 1200, height: 800 },
  road: {
    src: road,
    alt: 'Drawing of a highway with a billboard and an aeroplane',
    width: 1200,
    height: 800,
  },
  city: { src: city, alt: 'Drawing of a city street with a billboard and a bus', width: 1200, height: 800 },
} as const;
