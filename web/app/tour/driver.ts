import 'driver.js/dist/driver.css';
import './driver-theme.css';

export { driver } from 'driver.js';
