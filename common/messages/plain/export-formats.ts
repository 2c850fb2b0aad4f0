import type { Template } from '../template.ts'

/** Sentences on what a format keeps of a project, and their parts. */
export const EXPORT_FORMATS = {
  'kept-boxes': 'Boxes',
  'kept-texts': 'Texts',
  'kept-boxes-as-spelled': 'Boxes in the notation of {{reader}}',
  'kept-boxes-with-classes': 'Boxes with their classes',
  'kept-outline-for-each-part': 'One outline for each part of an object',
  'kept-boxes-with-keypoints': 'Boxes with keypoints',
  'kept-classes-where-any': 'The classes of each image that has one',
  'kept-cornered-boxes': 'Boxes, rotated boxes with their corners',
  'kept-outlines-along-pixels': 'Outlines with all their parts; masks as outlines along their pixel edges',
  'kept-outlines-and-run-lengths': 'Outlines with all their parts; masks and outlines with holes as run lengths',
  'kept-boxes-with-their-points': 'Boxes with the points that belong to them',
  'kept-class-as-flag': 'The class of each image, as a flag',
  'kept-classes-as-flags': 'The classes of each image, as flags',
  'kept-class-as-tag': 'The class of each image, as a tag',
  'kept-classes-as-tags': 'The classes of each image, as tags',
  'kept-class-of-image': 'The class of each image',
  'kept-classes-of-image': 'The classes of each image',
  'kept-skeletons': 'Skeletons by their points, and boxes of objects without points',
  'kept-boxes-and-keypoints': 'Boxes and keypoints',
  'kept-boxes-turned-lines': 'Boxes, rotated boxes, lines and points',
  'kept-outlines-lines': 'Outlines with all their parts, masks, lines and points',
  'kept-texts-as-captions': 'Texts as captions, with the questions they answer',
  'kept-all-shapes': 'Boxes, rotated boxes, outlines with all their parts, masks, lines and points',
  'kept-all-shapes-cornered':
    'Boxes, rotated boxes as their four corners, outlines with all their parts, masks, lines and points',
  'kept-shapes-but-masks': 'Boxes, outlines, lines and points',
  'kept-outlines-by-part': 'Outlines part by part',
  'kept-boxes-and-outlines-by-part': 'Boxes, rotated boxes and outlines part by part',
  'keeps-without-lines': '{{kept}} Lines and points are skipped.',
  'keeps-in-text-files': '{{what}}, in one text file for each image.',
  'keeps-in-json-for-split': '{{what}}, in one JSON file for each split.',
  'keeps-in-json-with-corners': '{{what}}, boxes by their corners, in one JSON file for each split.',
  'keeps-in-json-beside': '{{what}}, in one JSON file beside each image.',
  'keeps-in-json-of-all': '{{what}}, in one JSON file for all images, with the labeling configuration of the project.',
  'keeps-in-xml': '{{what}}, in one XML file.',
  'keeps-in-xml-beside': '{{what}}, in whole pixels, in one XML file beside each image.',
  'keeps-in-lines-of-all': '{{what}}, in one JSON lines file for all images.',
  'keeps-in-lines-one-folder': '{{what}}, in one JSON lines file for each split, all images in one folder.',
  'keeps-in-lines-beside': '{{what}}, in one JSON lines file for each split, beside its images.',
  'keeps-as-chats': '{{what}}, as chats in one JSON lines file for each split, with the images inside.',
  'keeps-in-fiftyone': '{{what}}, in one FiftyOne dataset for each split.',
  'keeps-in-tagged-fiftyone': '{{what}}, in one FiftyOne dataset with a tag for each split.',
  'keeps-yolov6': 'Boxes, in one text file for each image; images and labels in two trees.',
  'keeps-png-mask':
    'The class of each pixel, in one gray PNG beside each image; where objects overlap, the class of the topmost object.',
  'keeps-cvat-yolo': 'Boxes, in one text file beside each image, with the lists that CVAT and Darknet require.',
  'keeps-kitti': 'Boxes, in one text file for each image; image files keep their format.',
  'keeps-darknet': 'Boxes, in one text file beside each image.',
  'keeps-cityscapes':
    'Outlines part by part, in whole pixels, in one JSON file for each image, in the folders of Cityscapes.',
  'keeps-icdar':
    'The four corners of each word in whole pixels without its class, and the value of its attribute "transcription", in one text file for each image.',
  'keeps-benchmarker': 'Boxes with fractions of pixels, in one CSV table for all splits.',
  'keeps-tfrecord': 'Images and boxes together, in one TFRecord file for each split.',
  'keeps-wider-face': 'Boxes in whole pixels without their classes: each is a face. One text file for each split.',
  'keeps-tensorflow': 'Boxes in whole pixels, in one CSV table for each split.',
  'keeps-voc-segmentation':
    'The class and the object of each pixel, in two PNGs for each image; where objects overlap, those of the topmost object.',
  'keeps-sam': 'The mask of each object, and its class as an extra field, in one JSON file beside each image.',
  'keeps-camvid':
    'The class of each pixel, in one PNG for each image; where objects overlap, the class of the topmost object.',
  'keeps-createml': 'Boxes, in one JSON list for each split.',
  'keeps-openimages': 'Boxes, in one CSV table for each split, with the names of the classes in a table of their own.',
  'keeps-via':
    'Boxes, rotated boxes as their four corners, outlines with all their parts, lines and points, in one JSON file for each split.',
  'keeps-multiclass': 'The classes of each image, in one CSV table for each split.',
  'keeps-clip': 'One class of each image as its folder name, and a caption for each class.',
  'keeps-imagenet': 'The class of each image as its folder name, with a list of folders and classes.',
  'keeps-keras-lines': 'Boxes in whole pixels, in one text file for each split, with a line for each image.',
  'keeps-keras-tables': 'Boxes in whole pixels, in one CSV table for each split, and the classes in another one.',
  'keeps-panoptic-classes':
    'The class of each pixel, in one PNG for each image and one JSON file for each split; where objects overlap, the class of the topmost object.',
  'keeps-panoptic-objects':
    'The object of each pixel, in one PNG for each image and one JSON file for each split; where objects overlap, the topmost object.',
  'keeps-class-folders': 'The class of each image as its folder name.',
  'keeps-cut-out-objects':
    'Each object as an image of its own, cut out along its box, in the folder of its class. Background images are skipped.',
  'keeps-four-corners':
    'The four corners of each box, or of the smallest rectangle around each outline, in one text file for each image.',
} as const satisfies Record<string, Template>
